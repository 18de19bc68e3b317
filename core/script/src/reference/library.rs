//! The library, read from the comments of its own files.

/// A function of a file of the library.
#[derive(Clone, Debug)]
pub struct LibraryFunction<'a> {
    /// `list.remove(from, value)`.
    pub call: &'a str,
    /// What it does.
    pub doc: String,
    /// Name, type and meaning of each parameter.
    pub params: Vec<(&'a str, &'a str, &'a str)>,
    /// The type of the result, empty where there is none.
    pub returns: &'a str,
}

/// The functions that a file declares, in its order, with the `---` comments above them.
pub fn functions(text: &str) -> Vec<LibraryFunction<'_>> {
    let mut found = Vec::new();
    let mut doc = Vec::new();
    let mut params = Vec::new();
    let mut returns = "";
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("---@param ") {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let (ty, doc) = rest.split_once(" # ").unwrap_or((rest, ""));
            params.push((name, ty, doc));
        } else if let Some(rest) = line.strip_prefix("---@return ") {
            returns = rest;
        } else if let Some(rest) = line.strip_prefix("---").filter(|rest| !rest.starts_with('@')) {
            doc.push(rest.trim());
        } else if let Some(call) = line.strip_prefix("function ") {
            let (doc, params) = (std::mem::take(&mut doc).join(" "), std::mem::take(&mut params));
            found.push(LibraryFunction { call, doc, params, returns: std::mem::take(&mut returns) });
        }
    }
    found
}

/// The sentence at the top of a file.
pub fn about(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches('-').trim()
}
