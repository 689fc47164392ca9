//! What serde says is wrong with a JSON text, without the text: its own messages quote what they stumbled over.

/// The part of serde's message that comes from our types, in words for whoever wrote the JSON.
pub(crate) fn expectation(message: &str) -> String {
    let from_serde = ["invalid type", "invalid value", "invalid length", "unknown variant"];
    if !from_serde.iter().any(|start| message.starts_with(start)) {
        return message.to_owned();
    }
    let expected = message.rsplit_once(", expected ").map_or("another type", |(_, expected)| expected);
    let expected = match expected {
        "f64" => "a number",
        "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i64" => "a whole number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        structure if structure.starts_with("struct ") => "an object",
        other => other,
    };
    format!("must be {expected}")
}
