//! Files that are too large to be held: their bytes, piece by piece.
//!
//! In: what they are made of, bit by bit. Out: pieces of some megabytes, in order.

/// The bytes of a file, piece by piece; none where there is nothing to tell in it.
pub type Pieces<'a> = Box<dyn Iterator<Item = Vec<u8>> + 'a>;

/// Bytes from which on a piece is long enough.
const PIECE: usize = 8 << 20;

/// What `written` writes of one bit after another. Of thousands of arms the whole would be
/// the most of all that a report is made of.
pub(super) fn pieces<'a, T>(
    bits: impl Iterator<Item = T> + 'a,
    mut written: impl FnMut(T, &mut Vec<u8>) + 'a,
) -> Pieces<'a> {
    let mut bits = bits.fuse();
    Box::new(std::iter::from_fn(move || {
        let mut piece = Vec::new();
        while piece.len() < PIECE
            && let Some(bit) = bits.next()
        {
            written(bit, &mut piece);
        }
        Some(piece).filter(|piece| !piece.is_empty())
    }))
}
