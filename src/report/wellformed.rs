//! A small check for tests: every tag of a text is closed in order, attributes
//! are quoted and unique, and no sign stands where it would have to be escaped.

/// Elements of HTML that are never closed.
const VOID: [&str; 4] = ["meta", "br", "hr", "link"];

/// Answers the first fault found, with what follows it.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain(&rest[..at], open.last().copied())?;
        let tag = &rest[at + 1..];
        let near = || tag.chars().take(60).collect::<String>();
        if let Some(after) = tag.strip_prefix("!doctype html>") {
            rest = after;
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            let end = name.find('>').ok_or_else(|| format!("unclosed tag: {}", near()))?;
            let closed = open.pop();
            if closed != Some(&name[..end]) {
                return Err(format!("</{}> closes {closed:?}", &name[..end]));
            }
            rest = &name[end + 1..];
            continue;
        }
        let mut end = None;
        let mut quoted = false;
        for (index, letter) in tag.char_indices() {
            match letter {
                '"' => quoted = !quoted,
                '<' => return Err(format!("`<` inside a tag: {}", near())),
                '>' if !quoted => {
                    end = Some(index);
                    break;
                }
                _ => {}
            }
        }
        let end = end.ok_or_else(|| format!("unclosed tag: {}", near()))?;
        let inside = tag[..end].trim_end_matches('/');
        let name = inside.split(' ').next().unwrap_or("");
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(format!("not a name: {}", near()));
        }
        attributes(&inside[name.len()..])?;
        if !tag[..end].ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &tag[end + 1..];
    }
    plain(rest, None)?;
    if open.is_empty() { Ok(()) } else { Err(format!("never closed: {open:?}")) }
}

fn plain(text: &str, inside: Option<&str>) -> Result<(), String> {
    if inside == Some("style") {
        return Ok(());
    }
    for (at, _) in text.match_indices('&') {
        let rest = &text[at + 1..];
        let end = rest.find(';').filter(|&end| end > 0 && end < 7);
        if end.is_none_or(|end| !rest[..end].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#'))
        {
            return Err(format!("unescaped &: {}", rest.chars().take(30).collect::<String>()));
        }
    }
    if text.contains('>') { Err(format!("unescaped > in {text:?}")) } else { Ok(()) }
}

fn attributes(text: &str) -> Result<(), String> {
    let mut rest = text.trim();
    let mut seen: Vec<&str> = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").ok_or_else(|| format!("no quoted value: {rest}"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("no closing quote: {rest}"))?;
        if name.contains([' ', '"', '<']) || seen.contains(&name) {
            return Err(format!("odd or repeated attribute: {name}"));
        }
        plain(value, None)?;
        seen.push(name);
        if !after.is_empty() && !after.starts_with(' ') {
            return Err(format!("no space after an attribute: {after}"));
        }
        rest = after.trim_start();
    }
    Ok(())
}

#[test]
fn faults_are_found() {
    assert_eq!(check("<!doctype html><a b=\"c\"><br>x &amp; y<d/></a>"), Ok(()));
    for text in [
        "<a>",
        "<a></b>",
        "</a>",
        "<a b=c></a>",
        "<a b=\"1\" b=\"2\"></a>",
        "<a>&</a>",
        "<a>x > y</a>",
        "<a b=\"&\"/>",
        "<a b=\"c\"d=\"e\"/>",
        "<a",
        "< a></a>",
    ] {
        assert!(check(text).is_err(), "{text}");
    }
}
