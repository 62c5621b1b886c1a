//! Wide integers in files: numbers where every reader can take them, decimal
//! text beyond 64 bits, because few formats carry longer ones.

use serde::{Deserializer, Serialize, Serializer, de};

struct Wide(i128);

impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(small) => out.serialize_i64(small),
            Err(_) => out.collect_str(&self.0),
        }
    }
}

impl<'de> de::Deserialize<'de> for Wide {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        deserialize(input).map(Self)
    }
}

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
    Wide(*value).serialize(out)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<i128, D::Error> {
    input.deserialize_any(Reader)
}

/// The same for lists.
pub(super) mod list {
    use super::Wide;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::stats::sums) fn serialize<S: Serializer>(
        values: &[i128],
        out: S,
    ) -> Result<S::Ok, S::Error> {
        out.collect_seq(values.iter().map(|&value| Wide(value)))
    }

    pub(in crate::stats::sums) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Vec<i128>, D::Error> {
        Ok(Vec::<Wide>::deserialize(input)?.into_iter().map(|wide| wide.0).collect())
    }
}
