// SPDX-License-Identifier: MIT

//! Plays the stages of mien-web-truth: the same hashes as in C, JavaScript and Python.
//!
//! MIEN_STAGES is the folder of stages.mien and stages.txt, the bundle and the output of the program.

use mien::{Actor, Bundle, File, GraphAsset, Options, PackKind, Parts, Playback, Status};
use std::collections::BTreeSet;
use std::path::PathBuf;

const ODD: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e-42, -3e38];

/// Numbers as the program draws them: 24 bits of a linear congruence.
struct Random(u32);

impl Random {
    fn draw(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        (self.0 >> 8) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.draw() as f64 / 16777216.0)
    }
}

/// What the host does before a frame.
fn draw_inputs(actor: &mut Actor<'_>, curves: usize, parameters: &[String], random: &mut Random) {
    let left = random.draw() % 4 + 1;
    for _ in 0..if curves > 0 { left } else { 0 } {
        let curve = random.draw() % curves;
        let (way, which, value) = (random.draw() % 16, random.draw() % 6, random.between(-1.0, 2.0));
        match way {
            0..=2 => actor.remove_curve(curve),
            3 => actor.set_curve(curve, ODD[which] as f32).unwrap(),
            _ => actor.set_curve(curve, value as f32).unwrap(),
        }
    }
    for name in parameters {
        if let Err(error) = actor.set_number(name, random.between(-0.25, 1.25) as f32) {
            assert_eq!(error.status, Status::Argument); // not all are numbers
        }
    }
}

fn put(bytes: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

fn hash_frames(actor: &mut Actor<'_>, frames: usize) -> [u8; 32] {
    let (mut random, mut bytes) = (Random(2026), Vec::new());
    let curves = actor.skeleton().curve_count();
    let parameters: Vec<String> =
        actor.graph().map_or(Vec::new(), |graph| graph.parameters().map(|row| row.name.into()).collect());
    for _ in 0..frames {
        draw_inputs(actor, curves, &parameters, &mut random);
        for bone in actor.step(random.between(0.0, 0.15)).unwrap() {
            let (q, t, s) = (bone.rotation, bone.translation, bone.scale);
            put(&mut bytes, &[q.x, q.y, q.z, q.w, t.x, t.y, t.z, s.x, s.y, s.z]);
        }
        put(&mut bytes, actor.curves());
        put(&mut bytes, actor.morphs());
        actor.model().iter().for_each(|matrix| put(&mut bytes, &matrix.m));
    }
    mien::sha256(&bytes)
}

fn play(bundle: &Bundle<'_>, stage: &str, frames: usize) -> [u8; 32] {
    let name = |part: &str| format!("{stage}/{part}");
    let has = |part: &str| bundle.contains(&name(part));
    let skeleton = bundle.skeleton(&name("skeleton")).unwrap();
    let mesh = has("mesh").then(|| bundle.mesh(&name("mesh")).unwrap());
    let poses = has("poses").then(|| bundle.poses(&name("poses")).unwrap());
    let graph = has("graph").then(|| bundle.graph(&name("graph")).unwrap());
    let clip = has("clip").then(|| bundle.clip(&name("clip")).unwrap());
    let asset = |i| {
        let member = bundle.member(&name(&format!("asset_{i}"))).ok()?;
        Some(match member.kind {
            PackKind::Clip => GraphAsset::Clip(bundle.clip(member.name).unwrap()),
            _ => GraphAsset::Poses(bundle.poses(member.name).unwrap()),
        })
    };
    let assets: Vec<_> = (0..graph.as_ref().map_or(0, |graph| graph.slots().count())).map(asset).collect();
    let mut parts = Parts::new(&skeleton);
    parts.mesh = mesh.as_ref();
    parts.poses = poses.iter().collect();
    parts.graph = graph.as_ref();
    parts.assets = &assets;
    let mut actor = Actor::new(&parts, &Options::default()).unwrap();
    if let Some(clip) = &clip {
        actor.play(clip, &Playback { loops: true, ..Playback::default() }).unwrap();
    }
    hash_frames(&mut actor, frames)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn stages_have_the_hashes_of_c() {
    let folder = PathBuf::from(std::env::var("MIEN_STAGES").expect("MIEN_STAGES is set"));
    let frames = std::env::var("MIEN_FRAMES").map_or(8, |frames| frames.parse().unwrap());
    let expected = std::fs::read_to_string(folder.join("stages.txt")).unwrap();
    let file = File::read(folder.join("stages.mien")).unwrap();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let stages: BTreeSet<&str> = bundle.names().map(|name| name.split('/').next().unwrap()).collect();
    let (mut lines, mut total) = (BTreeSet::new(), Vec::new());
    for stage in stages {
        let hash = play(&bundle, stage, frames);
        total.extend_from_slice(&hash);
        lines.insert(format!("{} {stage}", hex(&hash)));
    }
    lines.insert(format!("{} all", hex(&mien::sha256(&total))));
    let expected: BTreeSet<String> =
        expected.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(lines, expected);
    println!("{} all", hex(&mien::sha256(&total)));
}
