//! Vectors of floats, as wide as the processor has them.
//!
//! The kernels are written once, over [`Lanes`], and compiled for each of its implementations; [`Kernel`] says which of
//! them this processor can run. All of a kernel has to be inlined into [`Lanes::vectorized`], which alone is compiled with
//! the instructions; a call that is not inlined would pass every vector through memory.

use std::fmt;

/// A vector of floats and the instructions for it.
///
/// # Safety
/// The methods of an implementation must only be called where [`Kernel::is_available`] holds for it, and inside of
/// [`vectorized`](Lanes::vectorized).
pub trait Lanes: Copy + 'static {
    /// The vector.
    type V: Copy;
    /// Floats in a vector.
    const COUNT: usize;
    /// Rows of a tile of [`matrix`](super::matrix) that fit into the registers beside three vectors of weights.
    const ROWS: usize;

    /// Runs `f` compiled with the instructions.
    unsafe fn vectorized<R>(f: impl FnOnce() -> R) -> R;
    /// Reads [`COUNT`](Lanes::COUNT) floats.
    unsafe fn load(from: *const f32) -> Self::V;
    /// Writes [`COUNT`](Lanes::COUNT) floats.
    unsafe fn store(to: *mut f32, v: Self::V);
    /// Asks for what is to be read soon.
    unsafe fn prefetch(from: *const f32);
    /// All lanes the same.
    unsafe fn splat(x: f32) -> Self::V;
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn min(a: Self::V, b: Self::V) -> Self::V;
    /// a * b + c.
    unsafe fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// c - a * b.
    unsafe fn mul_sub_from(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The nearest whole numbers n, and 2^n; -126 <= n <= 127.
    unsafe fn round_and_power(x: Self::V) -> (Self::V, Self::V);
}

/// Which instructions the kernels use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// What every processor of the architecture has.
    Portable,
    /// AVX2 and FMA: 8 floats at a time.
    Avx2,
    /// AVX-512: 16 floats at a time.
    Avx512,
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Kernel::Portable => "portable code",
            Kernel::Avx2 => "AVX2",
            Kernel::Avx512 => "AVX-512",
        })
    }
}

impl Kernel {
    /// All kernels, the fastest last.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

    /// Whether this processor has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq"),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest kernel of this processor.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rfind(|kernel| kernel.is_available()).unwrap_or(Kernel::Portable)
    }

    /// Floats in a vector.
    pub fn lanes(self) -> usize {
        match self {
            Kernel::Portable => Portable::COUNT,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::COUNT,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx512::COUNT,
            #[cfg(not(target_arch = "x86_64"))]
            _ => Portable::COUNT,
        }
    }
}

/// Plain code over four floats, which compilers turn into whatever vectors there are.
#[derive(Clone, Copy)]
pub struct Portable;

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> [f32; 4] {
    [f(0), f(1), f(2), f(3)]
}

// SAFETY of the reads and writes: the caller vouches for the pointers.
impl Lanes for Portable {
    type V = [f32; 4];
    const COUNT: usize = 4;
    const ROWS: usize = 4;

    #[inline(always)]
    unsafe fn vectorized<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; 4] {
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f32, v: [f32; 4]) {
        unsafe { to.cast::<[f32; 4]>().write_unaligned(v) }
    }
    #[inline(always)]
    unsafe fn prefetch(_: *const f32) {}
    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }
    #[inline(always)]
    unsafe fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] + b[i])
    }
    #[inline(always)]
    unsafe fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] - b[i])
    }
    #[inline(always)]
    unsafe fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] * b[i])
    }
    #[inline(always)]
    unsafe fn div(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] / b[i])
    }
    #[inline(always)]
    unsafe fn max(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }
    #[inline(always)]
    unsafe fn min(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        each(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }
    #[inline(always)]
    unsafe fn mul_add(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| a[i] * b[i] + c[i])
    }
    #[inline(always)]
    unsafe fn mul_sub_from(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        each(|i| c[i] - a[i] * b[i])
    }
    #[inline(always)]
    unsafe fn round_and_power(x: [f32; 4]) -> ([f32; 4], [f32; 4]) {
        let whole = each(|i| x[i].round_ties_even());
        (whole, each(|i| f32::from_bits(((whole[i] as i32 + 127) as u32) << 23)))
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Lanes;
    use std::arch::x86_64::*;

    /// AVX2 and FMA.
    #[derive(Clone, Copy)]
    pub struct Avx2;

    /// AVX-512.
    #[derive(Clone, Copy)]
    pub struct Avx512;

    /// Implements [`Lanes`] by the instructions of these names. They pay: the portable code takes four times as long as
    /// AVX-512 and twice as long as AVX2 (docs/networks.md).
    macro_rules! lanes {
        ($name:ident, $features:literal, $v:ident, $count:literal, $rows:literal, $load:ident, $store:ident, $splat:ident,
         $add:ident, $sub:ident, $mul:ident, $div:ident, $max:ident, $min:ident, $fmadd:ident, $fnmadd:ident,
         $to_int:ident, $to_float:ident, $splat_int:ident, $add_int:ident, $shift:ident, $cast:ident) => {
            // SAFETY: the caller vouches for the instructions and the pointers, as the trait asks.
            impl Lanes for $name {
                type V = $v;
                const COUNT: usize = $count;
                const ROWS: usize = $rows;

                #[inline(always)]
                unsafe fn vectorized<R>(f: impl FnOnce() -> R) -> R {
                    #[target_feature(enable = $features)]
                    unsafe fn call<R>(f: impl FnOnce() -> R) -> R {
                        f()
                    }
                    unsafe { call(f) }
                }
                #[inline(always)]
                unsafe fn load(from: *const f32) -> $v {
                    unsafe { $load(from) }
                }
                #[inline(always)]
                unsafe fn store(to: *mut f32, v: $v) {
                    unsafe { $store(to, v) }
                }
                #[inline(always)]
                unsafe fn prefetch(from: *const f32) {
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
                }
                #[inline(always)]
                unsafe fn splat(x: f32) -> $v {
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                unsafe fn add(a: $v, b: $v) -> $v {
                    unsafe { $add(a, b) }
                }
                #[inline(always)]
                unsafe fn sub(a: $v, b: $v) -> $v {
                    unsafe { $sub(a, b) }
                }
                #[inline(always)]
                unsafe fn mul(a: $v, b: $v) -> $v {
                    unsafe { $mul(a, b) }
                }
                #[inline(always)]
                unsafe fn div(a: $v, b: $v) -> $v {
                    unsafe { $div(a, b) }
                }
                #[inline(always)]
                unsafe fn max(a: $v, b: $v) -> $v {
                    unsafe { $max(a, b) }
                }
                #[inline(always)]
                unsafe fn min(a: $v, b: $v) -> $v {
                    unsafe { $min(a, b) }
                }
                #[inline(always)]
                unsafe fn mul_add(a: $v, b: $v, c: $v) -> $v {
                    unsafe { $fmadd(a, b, c) }
                }
                #[inline(always)]
                unsafe fn mul_sub_from(a: $v, b: $v, c: $v) -> $v {
                    unsafe { $fnmadd(a, b, c) }
                }
                #[inline(always)]
                unsafe fn round_and_power(x: $v) -> ($v, $v) {
                    unsafe {
                        let whole = $to_int(x);
                        ($to_float(whole), $cast($shift::<23>($add_int(whole, $splat_int(127)))))
                    }
                }
            }
        };
    }

    lanes!(
        Avx2,
        "avx2,fma",
        __m256,
        8,
        4,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_set1_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_div_ps,
        _mm256_max_ps,
        _mm256_min_ps,
        _mm256_fmadd_ps,
        _mm256_fnmadd_ps,
        _mm256_cvtps_epi32,
        _mm256_cvtepi32_ps,
        _mm256_set1_epi32,
        _mm256_add_epi32,
        _mm256_slli_epi32,
        _mm256_castsi256_ps
    );
    lanes!(
        Avx512,
        "avx512f,avx512dq",
        __m512,
        16,
        9,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_set1_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_mul_ps,
        _mm512_div_ps,
        _mm512_max_ps,
        _mm512_min_ps,
        _mm512_fmadd_ps,
        _mm512_fnmadd_ps,
        _mm512_cvtps_epi32,
        _mm512_cvtepi32_ps,
        _mm512_set1_epi32,
        _mm512_add_epi32,
        _mm512_slli_epi32,
        _mm512_castsi512_ps
    );
}
