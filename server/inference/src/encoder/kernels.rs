//! Small fused steps that Candle does in several passes.

use candle_core::{CpuStorage, InplaceOp1, InplaceOp2, Layout, Result, Tensor, bail};

/// `x = gelu(x)` in place.
///
/// `gelu(x) = x/2 · (1 + erf(x/√2))`. Candle calls the C library's `erff` for each value; a rational approximation over
/// the clamped argument compiles to vector instructions and differs from it by less than 1e-6.
pub(super) fn gelu(x: &Tensor) -> Result<()> {
    x.inplace_op1(&Gelu)
}

/// `x = x + bias` for each row, in place.
pub(super) fn add_bias(x: &Tensor, bias: &Tensor) -> Result<()> {
    x.inplace_op2(bias, &AddBias)
}

struct Gelu;

impl InplaceOp1 for Gelu {
    fn name(&self) -> &'static str {
        "gelu-in-place"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        values(storage, layout)?
            .iter_mut()
            .for_each(|x| *x = 0.5 * *x * (1.0 + erf(*x * std::f32::consts::FRAC_1_SQRT_2)));
        Ok(())
    }
}

struct AddBias;

impl InplaceOp2 for AddBias {
    fn name(&self) -> &'static str {
        "add-bias-in-place"
    }

    fn cpu_fwd(
        &self,
        rows: &mut CpuStorage,
        rows_layout: &Layout,
        bias: &CpuStorage,
        bias_layout: &Layout,
    ) -> Result<()> {
        let (CpuStorage::F32(bias), Some((start, end))) = (bias, bias_layout.contiguous_offsets()) else {
            bail!("the bias must be contiguous f32");
        };
        let bias = &bias[start..end];
        for row in values(rows, rows_layout)?.chunks_exact_mut(bias.len().max(1)) {
            row.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
        }
        Ok(())
    }
}

fn values<'a>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<&'a mut [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(values), Some((start, end))) => Ok(&mut values[start..end]),
        _ => bail!("the tensor must be contiguous f32"),
    }
}

/// erf as `x · P(x²) / Q(x²)` on [-4, 4], beyond which it is 1 in f32; the coefficients are those of XLA's `ErfImpl32`.
fn erf(x: f32) -> f32 {
    const P: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_3e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const Q: [f32; 5] = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let horner = |sum: f32, coefficient: &f32| sum * square + coefficient;
    x * P.iter().fold(0.0, horner) / Q.iter().fold(0.0, horner)
}

#[cfg(test)]
mod tests {
    use candle_core::Device;

    use super::*;

    #[test]
    fn gelu_agrees_with_candle() {
        let values = Tensor::arange(-9.0_f32, 9.0, &Device::Cpu).expect("range");
        let values = (0..100).map(|step| (&values + f64::from(step) / 100.0).expect("sum")).collect::<Vec<_>>();
        let values = Tensor::cat(&values, 0).expect("cat");
        let expected = values.gelu_erf().expect("gelu").to_vec1::<f32>().expect("values");
        gelu(&values).expect("gelu");
        for (ours, theirs) in values.to_vec1::<f32>().expect("values").iter().zip(expected) {
            assert!((ours - theirs).abs() < 1e-6, "{ours} {theirs}");
        }
    }

    #[test]
    fn the_bias_goes_to_every_row() {
        let rows = Tensor::zeros((2, 2), candle_core::DType::F32, &Device::Cpu).expect("rows");
        add_bias(&rows, &Tensor::new(&[1.0_f32, 2.0], &Device::Cpu).expect("bias")).expect("added");
        assert_eq!(rows.to_vec2::<f32>().expect("values"), [[1.0, 2.0], [1.0, 2.0]]);
    }
}
