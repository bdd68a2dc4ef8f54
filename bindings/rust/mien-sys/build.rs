// SPDX-License-Identifier: MIT

//! Finds libmien: in the folder MIEN_LIBRARY_FOLDER, otherwise where the linker looks.

fn main() {
    println!("cargo:rerun-if-env-changed=MIEN_LIBRARY_FOLDER");
    if let Ok(folder) = std::env::var("MIEN_LIBRARY_FOLDER") {
        println!("cargo:rustc-link-search=native={folder}");
    }
}
