use super::pattern::Pattern;

/// The JSON types, as bits of [`Rule::types`]. A value of 1.0 is of type integer too.
pub const NULL: u8 = 1;
/// See [`NULL`].
pub const BOOLEAN: u8 = 2;
/// See [`NULL`].
pub const INTEGER: u8 = 4;
/// See [`NULL`].
pub const NUMBER: u8 = 8;
/// See [`NULL`].
pub const STRING: u8 = 16;
/// See [`NULL`].
pub const ARRAY: u8 = 32;
/// See [`NULL`].
pub const OBJECT: u8 = 64;

/// Which JSON values are accepted: one subschema of a contract, keyword by keyword. Rules are data; generated modules
/// declare them as statics, which may refer to each other in rings.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a keyword")]
pub struct Rule {
    /// The JSON pointer of the subschema. The keyword location of a violation is this, a slash, and the keyword.
    pub at: &'static str,
    /// Refuses every value: the schema `false`.
    pub never: bool,
    /// Accepted types; 0 accepts each.
    pub types: u8,
    /// Accepted strings, when each value of `enum` is a string.
    pub strings: Option<&'static [&'static str]>,
    /// Accepted values as JSON, when `enum` has a value that is no string.
    pub json: Option<&'static [&'static str]>,
    /// The one accepted value, as JSON.
    pub constant: Option<&'static str>,
    /// Least length in code points.
    pub min_length: usize,
    /// Greatest length in code points.
    pub max_length: Option<usize>,
    /// What some part of a string has to match.
    pub pattern: Option<&'static Pattern>,
    /// Bounds of numbers, as decimal texts.
    pub minimum: Option<&'static str>,
    /// See `minimum`.
    pub maximum: Option<&'static str>,
    /// See `minimum`.
    pub exclusive_minimum: Option<&'static str>,
    /// See `minimum`.
    pub exclusive_maximum: Option<&'static str>,
    /// What numbers have to be a multiple of.
    pub multiple_of: Option<&'static str>,
    /// Integers are held as `u64`, not `i64`.
    pub unsigned: bool,
    /// Least number of items.
    pub min_items: usize,
    /// Greatest number of items.
    pub max_items: Option<usize>,
    /// No two items are equal.
    pub unique_items: bool,
    /// Rules of the first items.
    pub prefix_items: &'static [&'static Rule],
    /// Rule of the items after those.
    pub items: Option<&'static Rule>,
    /// What some item has to match.
    pub contains: Option<&'static Rule>,
    /// How many have to; 1 if the rule does not say.
    pub min_contains: Option<usize>,
    /// How many may.
    pub max_contains: Option<usize>,
    /// Rule of the items that no other keyword speaks of.
    pub unevaluated_items: Option<&'static Rule>,
    /// Rules of members, by name, in the order of the schema.
    pub properties: &'static [Property],
    /// Members that must be there.
    pub required: &'static [&'static str],
    /// Rules of members whose names match.
    pub pattern_properties: &'static [PatternProperty],
    /// Rule of all other members.
    pub additional_properties: Option<&'static Rule>,
    /// Rule of the names.
    pub property_names: Option<&'static Rule>,
    /// Least number of members.
    pub min_properties: usize,
    /// Greatest number of members.
    pub max_properties: Option<usize>,
    /// Members that must be there beside another.
    pub dependent_required: &'static [Dependent],
    /// Rules of objects that have a member.
    pub dependent_schemas: &'static [Property],
    /// Rule of the members that no other keyword speaks of.
    pub unevaluated_properties: Option<&'static Rule>,
    /// Conditions that the contract states beside its schema.
    pub required_when: &'static [Condition],
    /// `$ref`.
    pub reference: Option<&'static Rule>,
    /// All have to accept the value.
    pub all_of: &'static [&'static Rule],
    /// One at least has to.
    pub any_of: &'static [&'static Rule],
    /// Exactly one has to.
    pub one_of: &'static [&'static Rule],
    /// Must not accept the value.
    pub not: Option<&'static Rule>,
    /// `if`.
    pub when: Option<&'static Rule>,
    /// `then`.
    pub then: Option<&'static Rule>,
    /// `else`.
    pub otherwise: Option<&'static Rule>,
    /// Tells the branches of a union apart.
    pub tag: Option<&'static Tag>,
    /// The union is one schema and null.
    pub nullable: bool,
}

impl Rule {
    /// The rule that accepts every value.
    pub const ANY: Rule = Rule {
        at: "",
        never: false,
        types: 0,
        strings: None,
        json: None,
        constant: None,
        min_length: 0,
        max_length: None,
        pattern: None,
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        unsigned: false,
        min_items: 0,
        max_items: None,
        unique_items: false,
        prefix_items: &[],
        items: None,
        contains: None,
        min_contains: None,
        max_contains: None,
        unevaluated_items: None,
        properties: &[],
        required: &[],
        pattern_properties: &[],
        additional_properties: None,
        property_names: None,
        min_properties: 0,
        max_properties: None,
        dependent_required: &[],
        dependent_schemas: &[],
        unevaluated_properties: None,
        required_when: &[],
        reference: None,
        all_of: &[],
        any_of: &[],
        one_of: &[],
        not: None,
        when: None,
        then: None,
        otherwise: None,
        tag: None,
        nullable: false,
    };
}

/// A named subschema.
#[derive(Debug)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// Its rule.
    pub rule: &'static Rule,
}

/// A subschema for the members whose names match.
#[derive(Debug)]
pub struct PatternProperty {
    /// What names have to match.
    pub pattern: &'static Pattern,
    /// Its rule.
    pub rule: &'static Rule,
}

/// The members that must be there when `name` is.
#[derive(Debug)]
pub struct Dependent {
    /// The member that asks for the others.
    pub name: &'static str,
    /// The others.
    pub required: &'static [&'static str],
}

/// Requires members when another one holds one string.
#[derive(Debug)]
pub struct Condition {
    /// Where the contract file states it.
    pub at: &'static str,
    /// The member that is looked at.
    pub property: &'static str,
    /// The string that it holds.
    pub equals: &'static str,
    /// The members that must be there then.
    pub required: &'static [&'static str],
}

/// Tells the branches of a union apart: `values[i]` pick branch `i`.
#[derive(Debug)]
pub struct Tag {
    /// The member that is looked at.
    pub property: &'static str,
    /// The strings of each branch.
    pub values: &'static [&'static [&'static str]],
}
