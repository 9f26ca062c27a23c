//! The configuration file: options in TOML, which become the defaults of the command line.
//!
//! A key is the long name of an option, `playouts = 1000`; the options of a command stand in a table of its name. Keys and
//! values are checked by the command line's own rules, so that an option is written down once, in `options.rs`.

use crate::options;
use clap::{Arg, Command};
use etcetera::BaseStrategy;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeInteger, DeTable, DeValue};

/// The file that is read if none is named.
const FILE: &str = "tengen.toml";
/// Options that make no sense in a file.
const NOT_IN_FILE: &[&str] = &["config"];

/// The file that is meant by `file`. Clients start an engine in folders of their own, so a relative path is looked for
/// beside the program and in the configuration folder, too.
///
/// # Errors
/// Where it was looked for.
pub fn find(file: &Path) -> Result<PathBuf, String> {
    let mut tried = vec![file.to_path_buf()];
    if file.is_relative() {
        tried.extend(homes().map(|folder| folder.join(file)));
    }
    let missing = || {
        let paths: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
        format!("there is no file {}; tried {}", file.display(), paths.join(", "))
    };
    tried.iter().find(|path| path.is_file()).cloned().ok_or_else(missing)
}

/// The file that is read if none is named; `None` if there is none.
pub fn find_usual() -> Option<PathBuf> {
    homes().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

/// The folders of files for tengen: that of the program, and one in the user's configuration folder.
fn homes() -> impl Iterator<Item = PathBuf> {
    let program = std::env::current_exe().ok().and_then(|path| path.parent().map(Path::to_path_buf));
    let user = etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("tengen"));
    program.into_iter().chain(user)
}

/// The content of a file.
///
/// # Errors
/// Why it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|why| format!("cannot read {}: {why}", path.display()))
}

/// The command line with what the file says as its defaults.
///
/// # Errors
/// The file, the line, the key, and what is wrong with it.
pub fn with_defaults(command: Command, path: &Path) -> Result<Command, String> {
    let command = with_defaults_of(command, path, &read(path)?)?;
    log::info!("options of {}", path.display());
    Ok(command)
}

/// As [`with_defaults`], for a file of that content.
///
/// # Errors
/// As there.
pub fn with_defaults_of(command: Command, path: &Path, content: &[u8]) -> Result<Command, String> {
    let text =
        std::str::from_utf8(content).map_err(|why| format!("{} is not UTF-8: {why}", path.display()))?;
    let source = Source { path, text };
    let table =
        DeTable::parse(text).map_err(|why| source.at(why.span().unwrap_or_default(), why.message()))?;
    source.apply(command, table.get_ref())
}

/// A file that is being read.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Source<'_> {
    fn apply(&self, mut command: Command, table: &DeTable) -> Result<Command, String> {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let refuse = |why: &str| Err(self.at(key.span(), &format!("key \"{name}\": {why}")));
            if let (DeValue::Table(inner), Some(part)) = (value.get_ref(), command.find_subcommand(name)) {
                let part = self.apply(part.clone(), inner)?;
                command = command.mut_subcommand(name, |_| part);
                continue;
            }
            let Some(id) =
                file_options(&command).find(|arg| arg.get_long() == Some(name)).map(Arg::get_id).cloned()
            else {
                return refuse("there is no such option; `tengen config` prints all");
            };
            let Some(value) = plain(value.get_ref()) else {
                return refuse("must be a text, a number, true or false");
            };
            let words = [command.get_name(), &format!("--{name}={value}")].map(str::to_owned);
            if let Err(why) = command.clone().try_get_matches_from(words) {
                return refuse(&options::message(&why));
            }
            command = command.mut_arg(id, |arg| arg.default_value(value));
        }
        Ok(command)
    }

    /// A message with the place it is about.
    fn at(&self, span: Range<usize>, message: &str) -> String {
        let line = self.text[..span.start.min(self.text.len())].matches('\n').count() + 1;
        format!("{}, line {line}, {message}", self.path.display())
    }
}

/// The options that a file may set.
fn file_options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_option = |arg: &&Arg| arg.get_long().is_some_and(|name| !NOT_IN_FILE.contains(&name));
    command.get_arguments().filter(is_option)
}

/// A value as on the command line; `None` if it is none of the plain kinds.
fn plain(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(decimal(number)),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// A whole number, which TOML may have in another base, as on the command line.
fn decimal(number: &DeInteger) -> String {
    let value = i128::from_str_radix(number.as_str(), number.radix());
    value.map_or_else(|_| number.to_string(), |value| value.to_string())
}

/// A file with every option, its help and its default, all commented out.
pub fn example() -> String {
    let command = options::command();
    let mut text = format!(
        "# Options of tengen. Take away the # of those to be set. Read if named by --config, or else from a file\n\
         # {FILE} beside the program or in the folder tengen of the user's configuration folder.\n\
         # The command line goes before it.\n"
    );
    text += &describe(&command);
    for part in command.get_subcommands().filter(|part| file_options(part).next().is_some()) {
        text += &format!(
            "\n# Of `tengen {0}`: {1}\n[{0}]\n",
            part.get_name(),
            part.get_about().cloned().unwrap_or_default()
        );
        text += &describe(part);
    }
    text
}

fn describe(command: &Command) -> String {
    let one = |arg: &Arg| {
        let name = arg.get_long().unwrap_or_default();
        let help = arg.get_help().cloned().unwrap_or_default();
        let value = match arg.get_default_values() {
            [value, ..] => in_toml(&value.to_string_lossy()),
            [] => arg
                .get_value_names()
                .and_then(|names| names.first())
                .map(ToString::to_string)
                .unwrap_or_default(),
        };
        format!("\n# {help}\n#{name} = {value}\n")
    };
    file_options(command).map(one).collect()
}

/// A default as TOML has it.
fn in_toml(value: &str) -> String {
    let is_bare = value == "true" || value == "false" || value.parse::<f64>().is_ok();
    if is_bare { value.to_owned() } else { format!("\"{value}\"") }
}
