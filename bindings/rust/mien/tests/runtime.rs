// SPDX-License-Identifier: MIT

//! Packs, actors, graphs and crowds of the sample cast: results, errors, threads. cast.mien lies in the
//! working directory.

use mien::*;

const FACE: Members<'static> =
    Members { skeleton: Some("ada.skeleton"), mesh: Some("pip.mesh"), poses: Some("pip.poses"), graph: None };
const GRAPH: Members<'static> =
    Members { skeleton: Some("ada.skeleton"), mesh: Some("pip.mesh"), poses: None, graph: Some("pip.graph") };

fn file() -> File {
    File::read("cast.mien").unwrap()
}

fn bits(pose: &[Transform]) -> Vec<u32> {
    let numbers = |t: &Transform| {
        let (q, v, s) = (t.rotation, t.translation, t.scale);
        [q.x, q.y, q.z, q.w, v.x, v.y, v.z, s.x, s.y, s.z].map(f32::to_bits)
    };
    pose.iter().flat_map(numbers).collect()
}

#[test]
fn packs_have_names_and_contents() {
    assert_eq!(library_version(), VERSION);
    assert!(isas().any(|name| name == "scalar"));
    let file = file();
    let info = inspect(file.bytes()).unwrap();
    assert_eq!((info.kind, info.kind.name(), info.size), (PackKind::Bundle, "bundle", file.bytes().len() as u64));
    let bundle = Bundle::load(file.bytes()).unwrap();
    assert_eq!(bundle.names().count(), bundle.count());
    assert!(bundle.members().all(|member| inspect(member.data).unwrap().kind == member.kind));
    let skeleton = bundle.skeleton("ada.skeleton").unwrap();
    let jaw = skeleton.bone("jaw").unwrap();
    assert_eq!(skeleton.bones().nth(jaw), Some("jaw"));
    assert_eq!(skeleton.curves().nth(skeleton.curve("jawOpen").unwrap()), Some("jawOpen"));
    assert!(skeleton.parent(jaw).unwrap() < jaw && skeleton.parent(0).is_none());
    assert_eq!(skeleton.rest_pose().len(), skeleton.bone_count());
    assert!(skeleton.bone_count_at(skeleton.bone_max_lod(jaw)) > jaw && skeleton.curve_max_lod(0) <= ALL_LODS);
    assert_ne!(skeleton.interface_hash(), [0; 32]);
    assert_eq!(skeleton.bone("no\0bone"), None);
}

#[test]
fn assets_have_names_and_contents() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let poses = bundle.poses("pip.poses").unwrap();
    let pose = poses.pose("jawOpen").unwrap();
    assert_eq!(poses.poses().nth(pose).unwrap().driven_pose, poses.driven_pose("jawOpen"));
    assert_eq!(poses.driven_poses().nth(poses.driven_pose("jawOpen").unwrap()).unwrap().pose, pose as i32);
    assert_eq!(poses.bones().nth(poses.bone("jaw").unwrap()), Some("jaw"));
    assert_eq!((poses.base().len(), poses.curves().count()), (poses.bones().count(), poses.info().curve_count as usize));
    assert_eq!(poses.curve("nothing"), None);
    let clip = bundle.clip("sentence.clip").unwrap();
    assert_eq!((clip.length(), clip.bones().count()), (2.8, clip.info().track_count));
    assert_eq!((clip.curves().nth(1), clip.track("nothing")), (clip.curves().nth(clip.curve(clip.curves().nth(1).unwrap()).unwrap()), None));
    assert_eq!(clip.events_between(0.0, 100.0).count(), clip.events().count());
    let mesh = bundle.mesh("pip.mesh").unwrap();
    let (info, vertices) = (mesh.info(), mesh.positions().len());
    assert_eq!((vertices, mesh.triangles().len()), (info.vertex_count as usize, info.index_count as usize / 3));
    assert!(mesh.triangles().iter().flatten().all(|&vertex| (vertex as usize) < vertices));
    assert!(mesh.vertex_joints().iter().all(|&joint| i32::from(joint) < info.joint_count));
    assert_eq!(mesh.vertex_weights().len(), mesh.vertex_joints().len());
    assert_eq!(mesh.morphs().nth(mesh.morph("cheek_puff").unwrap()).unwrap().name, "cheek_puff");
    assert!(mesh.morphs().all(|morph| morph.positions.len() == morph.vertices.len()));
    assert_eq!(mesh.submeshes().map(|part| part.index_count).sum::<usize>(), info.index_count as usize);
    assert_eq!((mesh.materials().count(), mesh.images().count()), (info.material_count as usize, info.image_count as usize));
    assert_eq!((mesh.uvs().len() % vertices, mesh.colors().len() % vertices, mesh.normals().len()), (0, 0, vertices));
    assert_eq!((mesh.joints().count(), mesh.bones().nth(mesh.bone("jaw").unwrap())), (info.joint_count as usize, Some("jaw")));
    assert_eq!(mesh.rest_pose().len(), info.rest_pose_count as usize);
}

#[test]
fn failures_have_a_status_a_location_and_a_sentence() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let error = bundle.clip("pip.mesh").unwrap_err();
    assert_eq!(error.status, Status::Kind);
    assert_eq!(error.to_string(), "MIEN_ERROR_KIND header.kind: this is a pack of kind mesh, not clip");
    let error = bundle.mesh("bruno.mesh").unwrap_err();
    assert_eq!((error.status, error.location.as_str()), (Status::Data, "bruno.mesh"));
    assert_eq!(bundle.mesh("a\0b").unwrap_err().status, Status::Argument);
    assert_eq!(File::read("no such file").map(|_| ()).unwrap_err().status, Status::File);
    let mut damaged = file.bytes().to_vec();
    damaged[100] ^= 1;
    assert!(matches!(Bundle::load(&damaged).unwrap_err().status, Status::Hash | Status::Corrupt));
    let lone = Members { mesh: Some("sentence.clip"), ..FACE };
    assert_eq!(Actor::load(&bundle, &lone, &Options::default()).unwrap_err().status, Status::Kind);
}

#[test]
fn bytes_at_any_address_are_loaded() {
    let file = file();
    for shift in [0, 1, 3] {
        let mut bytes = vec![0; shift];
        bytes.extend_from_slice(file.bytes());
        assert_eq!(Bundle::load(&bytes[shift..]).unwrap().count(), Bundle::load(file.bytes()).unwrap().count());
    }
}

#[test]
fn an_actor_plays_and_takes_live_values() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let clip = bundle.clip("sentence.clip").unwrap();
    let mut pip = Actor::load(&bundle, &FACE, &Options::default()).unwrap();
    let (jaw, open) = (pip.skeleton().bone("jaw").unwrap(), pip.skeleton().curve("jawOpen").unwrap());
    pip.play(&clip, &Playback { time: 0.5, speed: 2.0, loops: true }).unwrap();
    pip.step(0.25).unwrap();
    assert_eq!((pip.time(), pip.clip().unwrap().length()), (1.0, 2.8));
    pip.play_member(&bundle, "sentence.clip", &Playback::default()).unwrap();
    pip.set_time(0.5);
    pip.step(0.0).unwrap();
    assert_eq!(pip.time(), 0.5);
    pip.stop().unwrap();
    pip.set_curve_named("jawOpen", 1.0).unwrap();
    let w = pip.step(0.0).unwrap()[jaw].rotation.w;
    assert!((w - 0.982).abs() < 0.001, "{w}");
    assert_eq!(pip.curve(open), Some(1.0));
    assert!(pip.weights(0).contains(&1.0) && pip.weights(7).is_empty());
    pip.remove_curve(open);
    assert!((pip.step(0.0).unwrap()[jaw].rotation.w - 1.0).abs() < 0.001);
    assert_eq!(pip.set_curve(100_000, 1.0).unwrap_err().status, Status::Argument);
    assert_eq!(pip.set_curve_named("nothing", 1.0).unwrap_err().location, "nothing");
    assert_eq!(pip.set_number("pace", 1.0).unwrap_err().location, "pace");
    assert!(pip.node_time("x").is_err() && pip.trace(0).is_none() && pip.graph().is_none());
    pip.clear_curves();
    pip.set_lod(2);
    pip.step(0.0).unwrap();
    assert!(pip.bone_count() <= pip.bones().len());
    assert_eq!((pip.model().len(), pip.rest_pose().len()), (pip.bones().len(), pip.bones().len()));
}

#[test]
fn a_posed_mesh_moves() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let mut pip = Actor::load(&bundle, &FACE, &Options::default()).unwrap();
    let (mut rest, mut posed, mut normals) = (Vec::new(), Vec::new(), Vec::new());
    pip.step(0.0).unwrap();
    pip.skin(&mut rest, &mut normals).unwrap();
    pip.set_curve_named("jawOpen", 1.0).unwrap();
    pip.step(0.0).unwrap();
    pip.skin(&mut posed, &mut normals).unwrap();
    assert_eq!((posed.len(), normals.len()), (17456, 17456));
    assert!(rest.iter().zip(&posed).any(|(a, b)| a.y - b.y > 0.01));
    let binding = pip.mesh_binding().unwrap();
    assert_eq!((binding.rest_pose().len(), binding.bone(0).is_some()), (68, true));
    drop(binding);
    let joints = pip.mesh().unwrap().info().joint_count as usize;
    assert_eq!(pip.palette().len(), joints);
    let mut bare = Actor::load(&bundle, &Members { mesh: None, ..FACE }, &Options::default()).unwrap();
    assert!(bare.skin(&mut posed, &mut normals).is_err() && bare.palette().is_empty() && bare.morphs().is_empty());
}

#[test]
fn a_graph_has_parameters_nodes_and_a_trace() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let mut actor = Actor::load(&bundle, &GRAPH, &Options { has_trace: true, ..Options::default() }).unwrap();
    let names: Vec<String> = actor.graph().unwrap().parameters().map(|row| row.name.into()).collect();
    assert_eq!(names, ["performance", "pace"]);
    actor.set_number("pace", 0.5).unwrap();
    assert!(actor.set_text("pace", "x").is_err() && actor.set_number("nothing", 0.0).is_err());
    actor.step(0.5).unwrap();
    let graph = actor.graph().unwrap();
    let (last, id) = (graph.nodes().count() - 1, graph.nodes().find(|node| node.kind == "clip").unwrap().id.to_string());
    assert!(graph.input(last, 0).is_some() && graph.slot_of(graph.node(&id).unwrap()).is_some());
    assert_eq!((graph.live_input("none"), graph.input_pose("none"), graph.mask("none")), (None, None, None));
    assert_eq!((graph.driver(0).target_count, graph.parameter("pace")), (0, Some(1)));
    drop(graph);
    let trace = actor.trace(last).unwrap();
    assert!(trace.is_live && trace.weight == 1.0 && trace.bones.len() == 68);
    assert_eq!(actor.node_time(&id).unwrap(), 0.25);
    actor.set_node_time(&id, 1.0).unwrap();
    assert_eq!(actor.node_time(&id).unwrap(), 1.0);
    assert!(actor.set_input_pose(&id, None, 1.0).is_err());
    actor.restart();
    actor.set_tracing(false);
    actor.step(0.0).unwrap();
    assert_eq!((actor.node_time(&id).unwrap(), actor.events().count()), (0.0, 0));
    assert!(actor.report().all(|row| !row.name.is_empty()));
}

#[test]
fn a_crowd_gives_the_bits_of_actors() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let (skeleton, poses) = (bundle.skeleton("ada.skeleton").unwrap(), bundle.poses("ada.poses").unwrap());
    let binding = PoseBinding::new(&poses, &skeleton, None).unwrap();
    let mut parts = Parts::new(&skeleton);
    parts.poses = vec![&poses];
    let mut actor = Actor::new(&parts, &Options::default()).unwrap();
    let mut crowd = Crowd::new(&binding, 20, 0);
    for character in 0..20 {
        crowd.set_curve(character, character % skeleton.curve_count(), 0.05 * character as f32).unwrap();
    }
    crowd.run().unwrap();
    for character in 0..20 {
        actor.clear_curves();
        actor.set_curve(character % skeleton.curve_count(), 0.05 * character as f32).unwrap();
        assert_eq!(bits(actor.step(0.0).unwrap()), bits(&crowd.pose(character).unwrap()), "{character}");
    }
    assert_eq!(crowd.curves_mut().len(), 2 * skeleton.curve_count());
    assert_eq!((crowd.out_curves().len(), crowd.bones().len()), (2 * skeleton.curve_count(), 2 * 68 * 10));
    assert!(crowd.pose(20).is_err() && crowd.set_curve(0, 100_000, 1.0).is_err());
    assert!(crowd.set_input(0, &[]).is_err() && crowd.set_input(19, skeleton.rest_pose()).is_ok());
    assert!(PoseBinding::new(&poses, &skeleton, Some(&[])).is_err());
    assert_eq!(binding.report().count(), 0);
}

#[test]
fn a_crowd_of_graphs_gives_the_bits_of_actors() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let (skeleton, graph) = (bundle.skeleton("ada.skeleton").unwrap(), bundle.graph("pip.graph").unwrap());
    let assets = bundle.assets_of(&graph).unwrap();
    let binding = GraphBinding::new(&graph, &skeleton, &assets, None).unwrap();
    let mut crowd = GraphCrowd::new(&binding, 18, 0, 16).unwrap();
    crowd.set_number(17, "pace", 0.5).unwrap();
    assert!(crowd.set_number(18, "pace", 0.5).is_err() && crowd.set_text(0, "pace", "x").is_err());
    crowd.set_curve(0, 0, Some(1.0)).unwrap();
    crowd.set_curve(0, 0, None).unwrap();
    let mut parts = Parts::new(&skeleton);
    parts.graph = Some(&graph);
    parts.assets = &assets;
    let mut actor = Actor::new(&parts, &Options::default()).unwrap();
    actor.set_number("pace", 0.5).unwrap();
    for _ in 0..3 {
        crowd.step(0.25).unwrap();
        assert_eq!(bits(actor.step(0.25).unwrap()), bits(&crowd.pose(17).unwrap()));
    }
    assert_ne!(bits(actor.bones()), bits(&crowd.pose(0).unwrap()));
    assert_eq!((crowd.curves().len(), crowd.bones().len()), (2 * skeleton.curve_count(), 2 * 68 * 10));
    assert_eq!((crowd.events().count(), binding.rest_pose().len()), (0, 68));
    assert!(binding.report().all(|row| row.kind != FindingKind::MissingAsset));
}

#[test]
fn clips_and_poses_run_without_an_actor() {
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let (skeleton, clip) = (bundle.skeleton("ada.skeleton").unwrap(), bundle.clip("sentence.clip").unwrap());
    let binding = ClipBinding::new(&clip, &skeleton, None).unwrap();
    let (mut own, mut bound) = (ClipSampler::new(&clip), ClipSampler::bound(&binding));
    own.sample(0.5).unwrap();
    bound.sample(0.5).unwrap();
    for curve in 0..clip.curves().count() {
        assert_eq!(Some(own.curves()[curve]), binding.curve(curve).map(|index| bound.curves()[index]));
    }
    assert_eq!((bound.bones().len(), binding.bone(1000), binding.report().count()), (68, None, 0));
    let poses = bundle.poses("ada.poses").unwrap();
    let mut evaluator = PoseEvaluator::new(&poses);
    let rest = bits(evaluator.run().unwrap());
    let driven = poses.driven_pose("jawOpen").unwrap();
    evaluator.curves_mut()[driven] = 0.5;
    let driven = bits(evaluator.run().unwrap());
    assert_eq!(driven, bits(evaluator.run_weights(&[(poses.pose("jawOpen").unwrap(), 0.5)]).unwrap()));
    assert_ne!(rest, driven);
    assert!(evaluator.run_weights(&[(100_000, 0.5)]).is_err());
    assert_eq!((evaluator.weights().len(), evaluator.out_curves().len()), (poses.poses().count(), evaluator.curves_mut().len()));
}

#[test]
fn a_skeleton_of_your_own_has_your_order() {
    let rest = math::identity();
    let bones = [Bone { name: "root", parent: None, rest }, Bone { name: "jaw", parent: Some(0), rest }];
    let skeleton = Skeleton::create(&bones, &["jawOpen"]).unwrap();
    assert_eq!(skeleton.bones().collect::<Vec<_>>(), ["root", "jaw"]);
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let poses = bundle.poses("ada.poses").unwrap();
    let binding = PoseBinding::new(&poses, &skeleton, None).unwrap();
    assert!(binding.report().any(|row| row.kind == FindingKind::MissingBone));
    let twice = [bones[0], bones[0]];
    assert_eq!(Skeleton::create(&twice, &[]).unwrap_err().status, Status::Data);
}

#[test]
fn actors_of_threads_share_their_parts() {
    fn is_shared<T: Send + Sync>() {}
    fn moves<T: Send>() {}
    is_shared::<(File, Bundle, Skeleton, PoseAsset, Clip, Mesh, Graph, PoseBinding, GraphBinding)>();
    moves::<(Actor, Crowd, GraphCrowd, ClipSampler, PoseEvaluator)>();
    let file = file();
    let bundle = Bundle::load(file.bytes()).unwrap();
    let clip = bundle.clip("sentence.clip").unwrap();
    let run = || {
        let mut pip = Actor::load(&bundle, &FACE, &Options::default()).unwrap();
        pip.play(&clip, &Playback::default()).unwrap();
        (0..100).map(|_| bits(pip.step(0.02).unwrap())).last()
    };
    let expected = run();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap() == expected));
    });
}

#[test]
fn functions_have_the_values_of_c() {
    let turn = Quat { x: 0.0, y: 0.0, z: 1.0, w: 0.0 };
    let v = math::rotate(turn, Vec3 { x: 1.0, y: 2.0, z: 3.0 });
    assert_eq!((v.x, v.y, v.z), (-1.0, -2.0, 3.0));
    assert_eq!(math::normalize(math::multiply(turn, turn)).w, -1.0);
    assert_eq!(bits(&[math::compose(&math::identity(), &math::identity())]), bits(&[math::identity()]));
    assert_eq!((math::exp(0.0), math::log(1.0), math::pow(1.0, 3.0), math::sincos(0.0), math::atan2(0.0, 1.0)), (1.0, 0.0, 1.0, (0.0, 1.0), 0.0));
    assert_eq!(sha256(b"")[..4], [0xe3, 0xb0, 0xc4, 0x42]);
}
