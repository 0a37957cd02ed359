//! Network files: what `training/FORMAT.md` describes, from bytes to tensors.
//!
//! Everything is checked before it is used: a file that was damaged, cut off or made by somebody else gives an error and no panic.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::NetworkError;

/// No file is longer.
pub(super) const MAX_BYTES: usize = 16 << 20;
const MAX_CHANNELS: usize = 512;
const MAX_BLOCKS: usize = 64;
const VERSION: u32 = 1;
/// Magic, version, length of the header.
const FIXED: usize = 12;
const CHECKSUM: usize = 32;

pub(super) const INPUT_PLANES: usize = 11;
pub(super) const POLICY_PLANES: usize = 160;
pub(super) const POLICY_HIDDEN: usize = 64;
pub(super) const VALUE_HIDDEN: usize = 32;
pub(super) const VALUE_LAYER: usize = 64;

/// What the header says; what it says to people (`training`) is passed over.
#[derive(Deserialize)]
struct Header {
    channels: usize,
    blocks: usize,
    pooled_blocks: Vec<usize>,
    input_planes: usize,
    policy_planes: usize,
    tensors: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    shape: Vec<usize>,
    dtype: String,
    offset: usize,
    bytes: usize,
}

/// A linear map with its bias. The last index of the weights, that of inputs or of a kernel's file, runs fastest.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub inputs: usize,
    pub outputs: usize,
    /// `[out][in]`, or `[out][in][rank][file]`.
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Two convolutions, and what is added to the second for the whole board.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub first: Layer,
    pub second: Layer,
    pub pool: Option<Layer>,
}

/// All tensors of a file, by their place in the network.
#[derive(Clone, Debug)]
pub(super) struct Tensors {
    pub channels: usize,
    pub stem: Layer,
    pub blocks: Vec<Block>,
    pub policy_hidden: Layer,
    pub policy_pool: Layer,
    pub policy: Layer,
    pub value_hidden: Layer,
    pub value_layer: Layer,
    pub value: Layer,
    pub ownership: Layer,
    pub checksum: [u8; CHECKSUM],
}

/// How much of the board a layer looks at.
#[derive(Clone, Copy)]
enum Window {
    Square,
    Neighbours,
}

impl Tensors {
    pub(super) fn read(file: &[u8]) -> Result<Tensors, NetworkError> {
        let (header, data, checksum) = split(file)?;
        let mut source = Source::new(header, data)?;
        let (channels, blocks) = (source.header.channels, source.header.blocks);
        let mut layer =
            |name: &str, inputs, outputs, window| source.layer(name, inputs, outputs, window);
        let stem = layer("stem", INPUT_PLANES, channels, Window::Neighbours)?;
        let mut tower = Vec::with_capacity(blocks);
        for number in 0..blocks {
            let first = format!("tower.{number}.first");
            let second = format!("tower.{number}.second");
            let first = source.layer(&first, channels, channels, Window::Neighbours)?;
            let second = source.layer(&second, channels, channels, Window::Neighbours)?;
            let pool = source.header.pooled_blocks.contains(&number).then(|| {
                let pool = format!("tower.{number}.pool");
                source.layer(&pool, 2 * channels, channels, Window::Square)
            });
            tower.push(Block { first, second, pool: pool.transpose()? });
        }
        let mut layer =
            |name: &str, inputs, outputs| source.layer(name, inputs, outputs, Window::Square);
        let tensors = Tensors {
            channels,
            stem,
            blocks: tower,
            policy_hidden: layer("policy_hidden", channels, POLICY_HIDDEN)?,
            policy_pool: layer("policy_pool", 2 * channels, POLICY_HIDDEN)?,
            policy: layer("policy", POLICY_HIDDEN, POLICY_PLANES)?,
            value_hidden: layer("value_hidden", channels, VALUE_HIDDEN)?,
            value_layer: layer("value_layer", 2 * VALUE_HIDDEN, VALUE_LAYER)?,
            value: layer("value", VALUE_LAYER, 2)?,
            ownership: layer("ownership", channels, 1)?,
            checksum,
        };
        source.finish()?;
        Ok(tensors)
    }
}

/// Header, bytes of the tensors, checksum.
fn split(file: &[u8]) -> Result<(Header, &[u8], [u8; CHECKSUM]), NetworkError> {
    if file.len() > MAX_BYTES {
        return Err(NetworkError::TooLarge(file.len()));
    }
    if !file.starts_with(b"OTRN") {
        return Err(NetworkError::Foreign);
    }
    let word = |at: usize| file.get(at..)?.first_chunk().map(|&bytes| u32::from_le_bytes(bytes));
    let version = word(4).ok_or(NetworkError::Truncated("version"))?;
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    let length = word(8).ok_or(NetworkError::Truncated("header"))? as usize;
    // The length is a number of 32 bits, and no sum below can overflow one of 64. On narrower machines the file's own limit helps.
    let start = FIXED.saturating_add(length);
    if file.len() < start.saturating_add(CHECKSUM) {
        return Err(NetworkError::Truncated("header"));
    }
    let (body, checksum) = file.split_at(file.len() - CHECKSUM);
    let computed: [u8; CHECKSUM] = Sha256::digest(body).into();
    if checksum != computed {
        return Err(NetworkError::Checksum);
    }
    let header = serde_json::from_slice(&body[FIXED..start])
        .map_err(|error| NetworkError::Header(error.to_string()))?;
    Ok((header, &body[start..], computed))
}

/// Tensors that were not fetched yet.
struct Source<'a> {
    header: Header,
    data: &'a [u8],
}

impl<'a> Source<'a> {
    fn new(header: Header, data: &'a [u8]) -> Result<Source<'a>, NetworkError> {
        let check = |what, found: usize, good: bool, expected: String| match good {
            true => Ok(()),
            false => Err(NetworkError::Architecture { what, found, expected }),
        };
        let Header { channels, blocks, input_planes, policy_planes, .. } = header;
        let range = |most| format!("1 to {most}");
        check("channels", channels, (1..=MAX_CHANNELS).contains(&channels), range(MAX_CHANNELS))?;
        check("blocks", blocks, (1..=MAX_BLOCKS).contains(&blocks), range(MAX_BLOCKS))?;
        let exactly = |planes: usize| planes.to_string();
        check("input_planes", input_planes, input_planes == INPUT_PLANES, exactly(INPUT_PLANES))?;
        check(
            "policy_planes",
            policy_planes,
            policy_planes == POLICY_PLANES,
            exactly(POLICY_PLANES),
        )?;
        for &block in &header.pooled_blocks {
            check("a pooled block", block, block < blocks, format!("less than {blocks}"))?;
        }
        Ok(Source { header, data })
    }

    fn layer(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        window: Window,
    ) -> Result<Layer, NetworkError> {
        let shape: &[usize] = match window {
            Window::Square => &[outputs, inputs],
            Window::Neighbours => &[outputs, inputs, 3, 3],
        };
        let weights = self.tensor(format!("{name}.weight"), shape)?;
        let bias = self.tensor(format!("{name}.bias"), &[outputs])?;
        Ok(Layer { inputs, outputs, weights, bias })
    }

    fn tensor(&mut self, name: String, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let tensors = &mut self.header.tensors;
        let Some(at) = tensors.iter().position(|entry| entry.name == name) else {
            return Err(NetworkError::Missing(name));
        };
        let entry = tensors.swap_remove(at);
        if entry.shape != shape {
            let expected = shape.to_vec();
            return Err(NetworkError::Shape { name, found: entry.shape, expected });
        }
        if entry.dtype != "f16" {
            return Err(NetworkError::Type { name, found: entry.dtype });
        }
        // The shape is one of ours, so its product is small.
        let bytes = 2 * shape.iter().product::<usize>();
        let place =
            entry.offset.checked_add(bytes).and_then(|end| self.data.get(entry.offset..end));
        let Some(raw) = place.filter(|_| entry.bytes == bytes) else {
            return Err(NetworkError::Place(name));
        };
        let halves = raw.as_chunks().0.iter().map(|&half| widen(u16::from_le_bytes(half)));
        halves.collect::<Option<_>>().ok_or(NetworkError::NotFinite(name))
    }

    fn finish(mut self) -> Result<(), NetworkError> {
        match self.header.tensors.pop() {
            Some(entry) => Err(NetworkError::Unknown(entry.name)),
            None => Ok(()),
        }
    }
}

/// A number of half precision in single precision, if it is finite.
fn widen(half: u16) -> Option<f32> {
    const EXPONENT: u16 = 0x7c00;
    if half & EXPONENT == EXPONENT {
        return None;
    }
    let sign = u32::from(half & 0x8000) << 16;
    // The exponents of both have another zero, 112 apart; multiplying also puts right what is subnormal in half precision.
    let magnitude = f32::from_bits(u32::from(half & 0x7fff) << 13) * 2f32.powi(112);
    Some(f32::from_bits(sign | magnitude.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_widened_exactly() {
        for (half, number) in [
            (0x0000, 0.0),
            (0x0001, 2f32.powi(-24)),
            (0x03ff, 1023.0 * 2f32.powi(-24)),
            (0x0400, 2f32.powi(-14)),
            (0x3555, 0.333_251_95),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0xfbff, -65_504.0),
        ] {
            assert_eq!(widen(half), Some(number), "{half:#06x}");
        }
        assert!([0x7c00, 0xfc00, 0x7e00, 0x7c01].iter().all(|&half| widen(half).is_none()));
        assert_eq!(widen(0x8000).map(f32::to_bits), Some((-0.0f32).to_bits()));
    }
}
