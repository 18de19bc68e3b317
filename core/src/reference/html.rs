//! The reference as one page of HTML that can be searched, without anything from the network.

use std::fmt::Write as _;

use bastide_script::reference::anchor;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::files::markdown;

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/search.js");

/// The page.
pub fn page() -> String {
    let pages = markdown();
    let mut contents = String::new();
    let mut sections = String::new();
    for (file, text) in &pages {
        let name = file.trim_end_matches(".md");
        let (title, body) = section(name, text);
        let _ = writeln!(contents, "<li><a href=\"#{name}\">{title}</a></li>");
        let _ = writeln!(sections, "<section id=\"{name}\">\n{body}</section>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Bastide: the reference</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <nav>\n<h1><a href=\"#README\">Bastide</a></h1>\n\
         <label for=\"search\">Search the reference</label>\n\
         <input id=\"search\" type=\"search\" placeholder=\"on_tile_placed, award, supply …\" autocomplete=\"off\" spellcheck=\"false\">\n\
         <p id=\"found\" role=\"status\"></p>\n<ol id=\"results\"></ol>\n<ul id=\"contents\">\n{contents}</ul>\n</nav>\n\
         <main>\n{sections}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// A page of Markdown as its title and as HTML whose headings and links have the page's name before
/// their anchors.
fn section(name: &str, text: &str) -> (String, String) {
    let mut title = String::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    // Where the heading begins that is being read.
    let mut heading = 0;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            // What says that the file is generated.
            Event::Html(_) | Event::InlineHtml(_) => continue,
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => continue,
            Event::Start(Tag::Heading { .. }) => heading = events.len(),
            Event::End(TagEnd::Heading(level)) => {
                let words = words(&events[heading + 1..]);
                if level == HeadingLevel::H1 {
                    title = escaped(&words);
                } else if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(heading) {
                    let slug = anchor(&words.to_lowercase().replace(' ', "-"));
                    *id = Some(format!("{name}/{slug}").into());
                }
            }
            _ => {}
        }
        events.push(match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = link(name, &dest_url);
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            event => event,
        });
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    (title, body)
}

fn words(events: &[Event<'_>]) -> String {
    let text = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        _ => String::new(),
    };
    events.iter().map(text).collect()
}

/// A link to a page as one to its section.
fn link(name: &str, target: &str) -> CowStr<'static> {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let page = match file.strip_suffix(".md") {
        Some(page) => page,
        None if file.is_empty() => name,
        // Files beside the page, such as schemas.
        None => return target.to_owned().into(),
    };
    match heading {
        "" => format!("#{page}").into(),
        heading => format!("#{page}/{heading}").into(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
