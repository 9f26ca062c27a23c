//! What a reply looks like.

/// Whether the text is `=` or `?`, an id or none, and either one space and text that begins with no further space, or the end
/// of the first line, as in the replies of an analysis.
pub fn is_reply(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['=', '?']) else { return false };
    let after_id = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_controls = text.chars().any(|c| c.is_control() && c != '\n');
    let is_analysis = after_id.is_empty() || after_id.starts_with('\n');
    let is_plain = after_id.strip_prefix(' ').is_some_and(|body| !body.starts_with(' '));
    !has_controls && (is_plain || is_analysis)
}
