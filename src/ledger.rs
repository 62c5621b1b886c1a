//! Rule ledgers: Markdown tables of `| id | rule | status |` rows.

/// One rule of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Id, e.g. `KOP-MATCH-03`.
    pub id: String,
    /// The rule.
    pub rule: String,
    /// `given`, `inferred` or `assumed`, perhaps with a reason.
    pub status: String,
}

fn is_id(cell: &str) -> bool {
    let mut parts = cell.split('-');
    let prefix = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    (2..=3).contains(&prefix.len())
        && prefix.bytes().all(|b| b.is_ascii_uppercase())
        && !rest.is_empty()
        && rest
            .iter()
            .all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()))
}

/// All rules of a ledger, in its order.
#[must_use]
pub fn rows(ledger: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in ledger.lines() {
        let Some(inner) = line.trim().strip_prefix('|').and_then(|l| l.strip_suffix('|')) else { continue };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        let [id, middle @ .., status] = &cells[..] else { continue };
        if middle.is_empty() || !is_id(id) {
            continue;
        }
        let plain = |text: &str| text.replace('`', "").replace("**", "");
        rows.push(Row { id: (*id).to_owned(), rule: plain(&middle.join("|")), status: plain(status) });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_start_with_an_id_are_rules() {
        let text = "| id | rule | status |\n|---|---|---|\n| KOP-D1 | a | b |\n| **General** | | |\n\
                    | SQR-OFF-ADDED-TIME-2 | goals | assumed: silent |\n| E1 | x | y |\n";
        let ids: Vec<String> = rows(text).into_iter().map(|r| r.id).collect();
        assert_eq!(ids, ["KOP-D1", "SQR-OFF-ADDED-TIME-2"]);
    }
}
