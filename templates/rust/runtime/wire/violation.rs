use std::fmt;

/// How many violations a check reports at most.
pub const MAX_VIOLATIONS: usize = 1000;

/// How deep arrays and objects may nest: `[]` is 1 deep.
pub const MAX_DEPTH: usize = 127;

/// Why a message is refused: the same in every language of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The keyword that refused the value, such as `enum`; or `syntax`, `trailing-text`, `invalid-utf8`,
    /// `lone-surrogate`, `depth`, `duplicate-member`, `range`, `false-schema`; or `no-value`, only when writing.
    pub code: &'static str,
    /// The JSON pointer of the refused value; empty for the message itself. A missing property is reported at the
    /// object that lacks it.
    pub instance: String,
    /// The JSON pointer of the keyword in the schema; empty for a text that is no message at all.
    pub keyword: String,
    /// What was found and what was expected, in plain words. It never holds a value that could be long or secret.
    pub message: String,
    /// The byte in the text at which the refused value starts.
    pub offset: usize,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.instance.is_empty() {
            return write!(f, "{} [{}]", self.message, self.code);
        }
        write!(f, "{}: {} [{}]", self.instance, self.message, self.code)
    }
}

impl std::error::Error for Violation {}

/// A string is none of those that an enum has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the contract has no such value")
    }
}

impl std::error::Error for Unknown {}
