//! Options that change nothing.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::manifest::SupplyDecl;

use super::Lint;
use super::subject::{InManifest, Subject};

pub(super) const LINT: Lint = Lint {
    code: "option-unused",
    severity: Severity::Warning,
    finds: "an option that no script, no supply and no condition reads, so that it changes nothing",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let manifest = subject.manifest;
    for option in &manifest.options {
        let name = &option.name;
        let full = format!("{}.{name}", manifest.id.name);
        let supplies =
            |supply: &SupplyDecl| matches!(supply, SupplyDecl::Option(option) if option.name == *name);
        let used = subject.is_mentioned(name)
            || subject.is_mentioned(&full)
            || manifest.pieces.iter().any(|piece| supplies(&piece.supply))
            || manifest
                .filters
                .iter()
                .flat_map(|filter| &filter.options)
                .any(|option| option.name.name == *name);
        if used {
            continue;
        }
        let text = format!("nothing reads the option `{name}`, so it changes nothing");
        let hint = format!("a script reads it as `game.options.{name}`");
        report.push(LINT.say(text).hint(hint).in_manifest(manifest, &["options", name]));
    }
}
