// SPDX-License-Identifier: MIT

//! Plays a clip on a character of a bundle and prints how far its jaw opens:
//! cargo run --example talk -- cast.mien pip sentence.clip

use mien::{Actor, Bundle, File, Members, Options, Playback};

fn talk(path: &str, character: &str, clip: &str) -> mien::Result<()> {
    let file = File::read(path)?;
    let bundle = Bundle::load(file.bytes())?;
    let (mesh, poses) = (format!("{character}.mesh"), format!("{character}.poses"));
    let members =
        Members { skeleton: Some("ada.skeleton"), mesh: Some(&mesh), poses: Some(&poses), ..Members::default() };
    let mut actor = Actor::load(&bundle, &members, &Options::default())?;
    actor.play_member(&bundle, clip, &Playback::default())?;
    for finding in actor.report() {
        println!("{:?} {}", finding.kind, finding.name);
    }
    let (jaw, length) = (actor.skeleton().bone("jaw").unwrap_or(0), actor.clip().map_or(0.0, |clip| clip.length()));
    while actor.time() < length {
        let w = actor.step(0.1)?[jaw].rotation.w;
        let degrees = 2.0 * w.min(1.0).acos().to_degrees();
        println!("{:4.1} s {degrees:5.1}° {}", actor.time(), "=".repeat(degrees as usize));
    }
    Ok(())
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.len() != 4 {
        eprintln!("Usage: talk BUNDLE CHARACTER CLIP");
        std::process::exit(2);
    }
    if let Err(error) = talk(&words[1], &words[2], &words[3]) {
        eprintln!("{}: {error}", words[1]);
        std::process::exit(1);
    }
}
