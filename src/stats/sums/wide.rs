//! Wide integers in files: numbers where every reader can take them, decimal
//! text beyond 64 bits, because few formats carry longer ones.

use serde::{Deserializer, Serializer, de};

struct Reader;

impl de::Visitor<'_> for Reader {
    type Value = i128;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an integer, or its decimal digits as text")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<i128, E> {
        Ok(i128::from(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<i128, E> {
        Ok(i128::from(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<i128, E> {
        Ok(value)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<i128, E> {
        value.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(value), &self))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to `with` modules")]
pub(super) fn serialize<S: Serializer>(value: &i128, out: S) -> Result<S::Ok, S::Error> {
    match i64::try_from(*value) {
        Ok(small) => out.serialize_i64(small),
        Err(_) => out.collect_str(value),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<i128, D::Error> {
    input.deserialize_any(Reader)
}
