//! The plugin that travels inside this program, and where it is unpacked.

use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use zymase_toolchain::{PLUGIN_VARIABLE, plugin_file_name, plugin_path};

/// Empty where the program was built without it.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/plugin"));

/// The plugin: the one the environment names, the one in this program, or one beside it.
pub fn locate() -> Result<PathBuf> {
    if EMBEDDED.is_empty() || env::var_os(PLUGIN_VARIABLE).is_some() {
        return plugin_path();
    }
    let folder = cache_folder()?.join(format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), content_hash()));
    let path = folder.join(plugin_file_name());
    let is_there = fs::metadata(&path).is_ok_and(|file| file.len() == EMBEDDED.len() as u64);
    if !is_there {
        let cannot = || {
            format!(
                "cannot unpack the plugin to {}: set XDG_CACHE_HOME to a folder that can be written",
                path.display()
            )
        };
        fs::create_dir_all(&folder).with_context(cannot)?;
        // Another process may be doing the same: the file appears whole or not at all.
        let unfinished = folder.join(format!("{}.{}", plugin_file_name(), std::process::id()));
        fs::write(&unfinished, EMBEDDED).with_context(cannot)?;
        fs::rename(&unfinished, &path).with_context(cannot)?;
    }
    Ok(path)
}

/// Two builds of one version may differ.
fn content_hash() -> u64 {
    let mut hasher = DefaultHasher::new();
    EMBEDDED.hash(&mut hasher);
    hasher.finish()
}

fn cache_folder() -> Result<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    Ok(base.context("neither XDG_CACHE_HOME nor HOME is set: set one, the plugin is unpacked there")?.join("zymase"))
}
