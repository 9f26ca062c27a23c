//! Tunables by name: a field of the parameters is written once, and can be listed and set at run time.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A layer of parameters, each of which can be told and set by its name.
pub trait Tunables {
    /// The names and the values as text, in their order.
    fn list(&self) -> Vec<(&'static str, String)>;

    /// Sets one.
    ///
    /// # Errors
    /// In words: there is none of that name, or it cannot have that value. Then nothing has changed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;
}

/// Reads a value and checks that it lies within the range; what is no number lies in none.
pub fn read<T: FromStr + PartialOrd + Display>(text: &str, range: &RangeInclusive<T>) -> Result<T, String> {
    match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(format!("must be a number from {} to {}", range.start(), range.end())),
    }
}

/// Declares a layer: each field with its default and the range that it may be set to.
macro_rules! tunables {
    ($(#[$about:meta])+ pub struct $layer:ident {
        $($(#[$doc:meta])+ pub $field:ident: $type:ty = $default:expr, $range:expr;)+
    }) => {
        $(#[$about])+
        #[derive(Clone, Debug)]
        pub struct $layer { $($(#[$doc])+ pub $field: $type,)+ }

        impl Default for $layer {
            fn default() -> $layer {
                $layer { $($field: $default,)+ }
            }
        }

        impl Tunables for $layer {
            fn list(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($field), self.$field.to_string()),)+]
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $(stringify!($field) => self.$field = tunable::read(value, &($range))?,)+
                    _ => return Err("no such parameter".to_owned()),
                }
                Ok(())
            }
        }
    };
}

/// Declares all parameters: the layers with their names.
macro_rules! layers {
    ($(#[$about:meta])+ pub struct $all:ident { $($(#[$doc:meta])+ pub $layer:ident: $type:ty,)+ }) => {
        $(#[$about])+
        #[derive(Clone, Debug, Default)]
        pub struct $all { $($(#[$doc])+ pub $layer: $type,)+ }

        impl $all {
            /// The names of the layers.
            pub const LAYERS: &[&str] = &[$(stringify!($layer)),+];

            /// The layer of that name.
            pub fn layer(&self, name: &str) -> Option<&dyn Tunables> {
                match name {
                    $(stringify!($layer) => Some(&self.$layer),)+
                    _ => None,
                }
            }

            /// The same, to set its parameters.
            pub fn layer_mut(&mut self, name: &str) -> Option<&mut dyn Tunables> {
                match name {
                    $(stringify!($layer) => Some(&mut self.$layer),)+
                    _ => None,
                }
            }
        }
    };
}
