//! Network files with random weights, written as `training/FORMAT.md` says.

use fastrand::Rng;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A tensor: its name, its shape, its numbers.
pub struct Tensor {
    pub name: String,
    pub shape: Vec<usize>,
    pub numbers: Vec<f32>,
}

/// What a file is made of, to be written as it is or damaged first.
pub struct Maker {
    pub channels: usize,
    pub blocks: usize,
    pub pooled: Vec<usize>,
    pub tensors: Vec<Tensor>,
}

impl Maker {
    pub fn new(rng: &mut Rng, channels: usize, blocks: usize, pooled: &[usize]) -> Maker {
        let mut maker = Maker { channels, blocks, pooled: pooled.to_vec(), tensors: Vec::new() };
        maker.layer(rng, "stem", &[channels, 11, 3, 3]);
        for block in 0..blocks {
            maker.layer(rng, &format!("tower.{block}.first"), &[channels, channels, 3, 3]);
            maker.layer(rng, &format!("tower.{block}.second"), &[channels, channels, 3, 3]);
            if pooled.contains(&block) {
                maker.layer(rng, &format!("tower.{block}.pool"), &[channels, 2 * channels]);
            }
        }
        maker.layer(rng, "policy_hidden", &[64, channels]);
        maker.layer(rng, "policy_pool", &[64, 2 * channels]);
        maker.layer(rng, "policy", &[160, 64]);
        maker.layer(rng, "value_hidden", &[32, channels]);
        maker.layer(rng, "value_layer", &[64, 64]);
        maker.layer(rng, "value", &[2, 64]);
        maker.layer(rng, "ownership", &[1, channels]);
        maker
    }

    /// Weights whose sums neither grow nor vanish from layer to layer.
    fn layer(&mut self, rng: &mut Rng, name: &str, shape: &[usize]) {
        let inputs: usize = shape[1..].iter().product();
        let spread = (inputs as f32).sqrt().recip();
        let mut tensor = |name: String, shape: &[usize]| {
            let count = shape.iter().product();
            // Half precision has eleven digits: these have ten.
            let number =
                |rng: &mut Rng| ((rng.f32() - 0.5) * 3.0 * spread * 1024.0).round() / 1024.0;
            let numbers = (0..count).map(|_| number(rng)).collect();
            self.tensors.push(Tensor { name, shape: shape.to_vec(), numbers });
        };
        tensor(format!("{name}.weight"), shape);
        tensor(format!("{name}.bias"), &shape[..1]);
    }

    pub fn numbers(&self, name: &str) -> &[f32] {
        &self.tensors.iter().find(|tensor| tensor.name == name).expect("a tensor").numbers
    }

    pub fn header(&self) -> Value {
        let mut offset = 0;
        let tensors = self.tensors.iter().map(|tensor| {
            let bytes = 2 * tensor.numbers.len();
            offset += bytes;
            json!({
                "name": tensor.name,
                "shape": tensor.shape,
                "dtype": "f16",
                "offset": offset - bytes,
                "bytes": bytes,
            })
        });
        let tensors: Vec<Value> = tensors.collect();
        json!({
            "channels": self.channels,
            "blocks": self.blocks,
            "pooled_blocks": self.pooled,
            "input_planes": 11,
            "policy_planes": 160,
            "tensors": tensors,
            "training": { "why": ["a test", { "deep": null }] },
        })
    }

    pub fn data(&self) -> Vec<u8> {
        let numbers = self.tensors.iter().flat_map(|tensor| &tensor.numbers);
        numbers.flat_map(|&number| half(number).to_le_bytes()).collect()
    }

    pub fn file(&self) -> Vec<u8> {
        file(self.header().to_string().as_bytes(), &self.data())
    }
}

/// A file with this header, whatever it says.
pub fn file(header: &[u8], data: &[u8]) -> Vec<u8> {
    let mut file = b"OTRN\x01\0\0\0".to_vec();
    let padding = (header.len() + 12).next_multiple_of(16) - header.len() - 12;
    file.extend(((header.len() + padding) as u32).to_le_bytes());
    file.extend(header);
    file.extend(std::iter::repeat_n(b' ', padding));
    file.extend(data);
    sign(file)
}

/// With the checksum behind it.
pub fn sign(mut body: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&body);
    body.extend(checksum);
    body
}

/// The half precision of a number that it can say exactly, or of something that is not finite.
pub fn half(number: f32) -> u16 {
    let sign = u16::from(number.is_sign_negative()) << 15;
    let magnitude = number.abs();
    let bits = match magnitude {
        0.0 => 0,
        _ if !number.is_finite() => 0x7c00,
        // Numbers from 2⁻¹⁰ up, so that none is subnormal.
        _ => ((magnitude.to_bits() >> 13) - (112 << 10)) as u16,
    };
    sign | bits
}
