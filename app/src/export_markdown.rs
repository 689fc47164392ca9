//! Everything about a person as a Markdown document in the reader's language.
//!
//! What people and services have written stands in indented code blocks and code spans only: nothing in it can become a
//! heading, a link or HTML, whatever reads the document.

use crate::dates::minute;
use crate::error::field_key;
use crate::i18n::Locale;
use crate::my_page::device::device_name;
use crate::my_page::words::{index_words, kind_key, role_key, scope_text, sensitivity_key, status_key};
use contract::export::ExportedActivity;
use contract::{ConsentEvent, DiffPart, EditableMemory, Export, MemoryDetail, Provenance, Timestamp, VersionView};

/// The document.
pub fn export_markdown(locale: Locale, export: &Export) -> String {
    let mut page = Page { locale, text: String::new() };
    page.heading(1, locale.t("export.title"));
    page.entry("export.made", &minute(locale, export.exported_at));
    page.account(export);
    page.consent(&export.consent);
    page.memories(export);
    page.activity(&export.activity);
    page.access(export);
    page.text
}

/// A document being written.
struct Page {
    locale: Locale,
    text: String,
}

impl Page {
    fn heading(&mut self, level: usize, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend([&"#".repeat(level), " ", text, "\n\n"]);
    }

    /// A line of ours in a list.
    fn line(&mut self, text: &str) {
        self.text.extend(["- ", text, "\n"]);
    }

    /// A term of ours, and a value that is ours too.
    fn entry(&mut self, key: &'static str, value: &str) {
        let term = self.locale.t(key);
        self.line(&format!("{term}: {value}"));
    }

    /// A term of ours, and a short value of someone else's.
    fn foreign_entry(&mut self, key: &'static str, value: &str) {
        self.entry(key, &code_span(value));
    }

    /// A term of ours, and a long value of someone else's.
    fn foreign_block(&mut self, term: &str, value: &str) {
        self.text.extend(["\n", term, ":\n\n", &code_block(value), "\n"]);
    }

    fn account(&mut self, export: &Export) {
        self.heading(2, self.locale.t("export.account"));
        self.foreign_entry("detail.id", export.account.user_id.as_str());
        self.foreign_entry("export.tenant", export.account.tenant_id.as_str());
        if let Some(email) = &export.account.email {
            self.foreign_entry("auth.email", email);
        }
        for id in &export.account.external_ids {
            self.foreign_entry("export.external_id", id);
        }
    }

    fn consent(&mut self, events: &[ConsentEvent]) {
        self.heading(2, self.locale.t("consent.title"));
        for event in events {
            let state = self.locale.t(if event.granted { "consent.is_on" } else { "consent.is_off" });
            let at = minute(self.locale, event.at);
            self.line(&format!("{state}, {at} ({})", event.source.as_str()));
        }
    }

    fn memories(&mut self, export: &Export) {
        self.heading(2, self.locale.t("memories.title"));
        if export.memories.is_empty() {
            self.line(self.locale.t("export.none"));
        }
        for memory in &export.memories {
            self.memory(memory);
        }
        for id in &export.unreadable {
            self.foreign_entry("export.unreadable", id.as_str());
        }
    }

    fn memory(&mut self, memory: &MemoryDetail) {
        let locale = self.locale;
        self.heading(3, &format!("{} · {}", locale.t(kind_key(memory.kind)), minute(locale, memory.recorded_at)));
        self.text.push_str(&code_block(&memory.memory.statement));
        self.text.push('\n');
        self.foreign_entry("detail.id", memory.memory_id.as_str());
        let scope = scope_text(locale, &memory.scope, memory.service_name.as_deref());
        self.foreign_entry("memories.scope", &scope);
        self.entry("detail.status", locale.t(status_key(memory.status).unwrap_or("detail.active")));
        self.entry("memories.state", locale.t(index_words(memory.index_state).0));
        self.entry("detail.version", &memory.version.to_string());
        self.content(&memory.memory);
        self.provenance(&memory.provenance);
        self.history(&memory.history);
    }

    fn content(&mut self, memory: &EditableMemory) {
        let locale = self.locale;
        self.entry("field.sensitivity", locale.t(sensitivity_key(memory.sensitivity)));
        self.entry("field.confidence", &memory.confidence.to_string());
        self.entry("field.valid_from", &minute(locale, memory.valid_from));
        if let Some(to) = memory.valid_to {
            self.entry("field.valid_to", &minute(locale, to));
        }
        if let Some(fact) = &memory.normalized_fact {
            self.foreign_entry("field.predicate", &fact.predicate);
            self.foreign_entry("field.object", &fact.object);
        }
        if let Some(subtype) = &memory.memory_subtype {
            self.foreign_entry("field.memory_subtype", subtype);
        }
        for keyword in &memory.keywords {
            self.foreign_entry("field.keywords", keyword);
        }
        for entity in &memory.entities {
            let name = match &entity.entity_type {
                Some(of) => format!("{} ({of})", entity.name),
                None => entity.name.clone(),
            };
            self.foreign_entry("field.entities", &name);
        }
        if let Some(raw) = &memory.raw_content {
            self.foreign_block(locale.t("field.raw_content"), raw);
        }
    }

    fn provenance(&mut self, events: &[Provenance]) {
        if events.is_empty() {
            return;
        }
        let locale = self.locale;
        self.heading(4, locale.t("provenance.title"));
        for event in events {
            self.foreign_entry("field.event_id", &event.event_id);
            if let Some(service) = &event.service_name {
                self.foreign_entry("export.service", service);
            }
            if let Some(conversation) = &event.conversation_id {
                self.foreign_entry("field.conversation_id", conversation);
            }
            self.entry("field.role", locale.t(role_key(event.role)));
            self.entry("export.at", &minute(locale, event.occurred_at.unwrap_or(event.recorded_at)));
            if let Some(span) = &event.span {
                self.foreign_block(locale.t("field.span"), span);
            }
        }
    }

    fn history(&mut self, versions: &[VersionView]) {
        let changed: Vec<_> = versions.iter().filter(|version| !version.changes.is_empty()).collect();
        if changed.is_empty() {
            return;
        }
        let locale = self.locale;
        self.heading(4, locale.t("history.title"));
        for version in changed {
            let name = locale.fill("history.version", "number", &version.version.to_string());
            self.line(&format!("{name}, {}", minute(locale, version.recorded_from)));
            for change in &version.changes {
                let label =
                    field_key(&change.field).map_or_else(|| code_span(&change.field), |key| locale.t(key).into());
                self.foreign_block(&label, &before_and_after(&change.parts));
            }
        }
    }

    fn activity(&mut self, entries: &[ExportedActivity]) {
        self.heading(2, self.locale.t("export.activity"));
        for entry in entries {
            let words = [Some(&entry.action), Some(&entry.outcome), Some(&entry.actor_kind)];
            let words = words.into_iter().chain([entry.object_id.as_ref(), entry.detail.as_ref()]).flatten();
            let words: Vec<_> = words.map(|word| code_span(word)).collect();
            self.line(&format!("{}: {}", minute(self.locale, entry.at), words.join(", ")));
        }
    }

    fn access(&mut self, export: &Export) {
        let locale = self.locale;
        let when = |at: Timestamp| minute(locale, at);
        self.heading(2, locale.t("sessions.title"));
        for session in &export.sessions {
            // Built from names of ours alone.
            let device = device_name(locale, session.device.as_deref());
            self.line(&format!("{device}, {} – {}", when(session.began_at), when(session.seen_at)));
        }
        self.heading(2, locale.t("keys.title"));
        for key in &export.keys {
            let revoked = key.revoked_at.map(|at| format!(", {} {}", locale.t("keys.revoked"), when(at)));
            let name = code_span(&key.name);
            self.line(&format!("{name}, {}{}", when(key.created_at), revoked.unwrap_or_default()));
        }
    }
}

/// The older text behind `-`, the newer one behind `+`.
fn before_and_after(parts: &[DiffPart]) -> String {
    let (mut before, mut after) = (String::new(), String::new());
    for part in parts {
        match part {
            DiffPart::Same(text) => {
                before.push_str(text);
                after.push_str(text);
            }
            DiffPart::Removed(text) => before.push_str(text),
            DiffPart::Added(text) => after.push_str(text),
        }
    }
    format!("- {before}\n+ {after}")
}

/// Whether a reader of Markdown, or of the terminal, takes the character for the end of a line or for a command.
fn is_breaking(c: char) -> bool {
    (c.is_control() && c != '\t') || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Any text as an indented block: the one form that no text can end.
fn code_block(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let lines = text.split(is_breaking).map(|line| format!("    {line}\n"));
    lines.collect()
}

/// Any text in one line, between more backticks than it holds in a row.
fn code_span(text: &str) -> String {
    let line: String = text.chars().map(|c| if is_breaking(c) { ' ' } else { c }).collect();
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    if longest == 0 && !line.trim().is_empty() {
        format!("{fence}{line}{fence}")
    } else {
        format!("{fence} {line} {fence}")
    }
}

#[cfg(test)]
mod tests;
