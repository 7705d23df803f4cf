/// Gives a type of a contract what each of them has. The rule, the reader and the writer are those of the type.
#[allow(unused_macros, reason = "a contract may have no type of its own")]
macro_rules! message {
    ($type:ty, $rule:expr, $read:expr, $write:expr) => {
        impl $type {
            /// Reads a message.
            ///
            /// # Errors
            /// The first reason for which the contract refuses the text.
            pub fn from_json(text: &[u8]) -> ::core::result::Result<Self, $crate::wire::Violation> {
                $crate::wire::decode(text, $rule, $read)
            }

            /// Every violation of a text, in the order that every language of the contract keeps to.
            #[must_use]
            pub fn check(text: &[u8]) -> ::std::vec::Vec<$crate::wire::Violation> {
                $crate::wire::check(text, $rule)
            }

            /// Writes the message, members in the order of the schema.
            ///
            /// # Errors
            /// The contract refuses the message.
            pub fn to_json(&self) -> ::core::result::Result<::std::string::String, $crate::wire::Violation> {
                $crate::wire::encode(self, $rule, $write)
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, s: S) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::wire::serialize(self.to_json(), s)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(d: D) -> ::core::result::Result<Self, D::Error> {
                $crate::wire::deserialize(d, $rule, $read)
            }
        }
    };
}

pub(crate) use message;
