// SPDX-License-Identifier: MIT
//
// Tests of the C# package: Tests.exe layouts, runtime CAST or golden BUNDLE FRAMES

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Mien;

public static class Tests
{
    private static int failures;

    private static void Check(bool condition, string what)
    {
        if (condition)
            return;
        Console.Error.WriteLine("failed: " + what);
        ++failures;
    }

    private static void Refuses<T>(Action action, string part) where T : Exception
    {
        try
        {
            action();
            Check(false, "nothing was refused: " + part);
        }
        catch (T error)
        {
            Check(error.Message.Contains(part), error.Message);
        }
    }

    // Stages of mien-web-truth

    private static readonly float[] Odd = { float.NaN, float.PositiveInfinity, float.NegativeInfinity, -0.0f, 1e-42f, -3e38f };

    /// Numbers as the program draws them: 24 bits of a linear congruence.
    private sealed class Source
    {
        private uint state = 2026;

        public int Draw()
        {
            state = unchecked(state * 1664525u + 1013904223u);
            return (int)(state >> 8);
        }

        public double Between(double low, double high) { return low + (high - low) * (Draw() / 16777216.0); }
    }

    private static void DrawInputs(Actor actor, int curves, string[] parameters, Source random)
    {
        for (int left = random.Draw() % 4 + 1; left > 0 && curves > 0; --left)
        {
            int curve = random.Draw() % curves, way = random.Draw() % 16, which = random.Draw() % 6;
            var value = (float)random.Between(-1, 2);
            if (way < 3)
                actor.RemoveCurve(curve);
            else
                actor.SetCurve(curve, way == 3 ? Odd[which] : value);
        }
        foreach (string name in parameters)
        {
            var value = (float)random.Between(-0.25, 1.25);
            try
            {
                actor.SetParameter(name, value);
            }
            catch (MienException error)
            {
                if (error.Status != MienStatus.MIEN_ERROR_ARGUMENT) // not all are numbers
                    throw;
            }
        }
    }

    private static unsafe void Put(Stream bytes, void* start, int size)
    {
        for (int i = 0; i < size; ++i)
            bytes.WriteByte(((byte*)start)[i]);
    }

    private static unsafe void PutResults(Stream bytes, Actor actor)
    {
        foreach (MienTransform bone in actor.Bones)
        {
            MienTransform copy = bone; // without what is reserved
            Put(bytes, &copy.rotation, sizeof(MienQuat));
            Put(bytes, &copy.translation, sizeof(MienVec3));
            Put(bytes, &copy.scale, sizeof(MienVec3));
        }
        fixed (float* curves = actor.Curves)
            Put(bytes, curves, 4 * actor.Curves.Length);
        fixed (float* morphs = actor.Morphs)
            Put(bytes, morphs, 4 * actor.Morphs.Length);
        fixed (MienMatrix34* model = actor.Model)
            Put(bytes, model, sizeof(MienMatrix34) * actor.Model.Length);
    }

    private static Pack AssetOf(Bundle bundle, string name)
    {
        if (!bundle.Contains(name))
            return null;
        return bundle.KindOf(name) == MienPackKind.MIEN_PACK_CLIP ? (Pack)new Clip(bundle, name) : new PoseAsset(bundle, name);
    }

    private static Actor ActorOf(Bundle bundle, string stage)
    {
        Func<string, bool> has = part => bundle.Contains(stage + "/" + part);
        var parts = new ActorParts { Skeleton = new Skeleton(bundle, stage + "/skeleton") };
        if (has("mesh"))
            parts.Mesh = new Mesh(bundle, stage + "/mesh");
        if (has("poses"))
            parts.Poses = new[] { new PoseAsset(bundle, stage + "/poses") };
        if (has("graph"))
            parts.Graph = new Graph(bundle, stage + "/graph");
        if (parts.Graph != null)
            parts.Assets = parts.Graph.Slots.Select((path, i) => AssetOf(bundle, stage + "/asset_" + i)).ToArray();
        var actor = new Actor(parts);
        if (has("clip"))
            actor.Play(new Clip(bundle, stage + "/clip"), loops: true);
        return actor;
    }

    private static byte[] Play(Bundle bundle, string stage, int frames)
    {
        var bytes = new MemoryStream();
        var random = new Source();
        using (Actor actor = ActorOf(bundle, stage))
        {
            string[] parameters = actor.Graph == null ? new string[0] : actor.Graph.Parameters;
            int curves = actor.Skeleton.CurveCount;
            for (int frame = 0; frame < frames; ++frame)
            {
                DrawInputs(actor, curves, parameters, random);
                actor.Step(random.Between(0, 0.15));
                PutResults(bytes, actor);
            }
        }
        return Library.Sha256(bytes.ToArray());
    }

    private static string Hex(byte[] hash) { return string.Concat(hash.Select(b => b.ToString("x2"))); }

    private static void Golden(string path, int frames)
    {
        var all = new MemoryStream();
        using (var bundle = new Bundle(path))
            foreach (string stage in bundle.Names.Select(name => name.Split('/')[0]).Distinct().OrderBy(name => name, StringComparer.Ordinal))
            {
                byte[] hash = Play(bundle, stage, frames);
                all.Write(hash, 0, hash.Length);
                Console.WriteLine(Hex(hash) + " " + stage);
            }
        Console.WriteLine(Hex(Library.Sha256(all.ToArray())) + " all");
    }

    // The sample cast

    private static uint[] Bits(ReadOnlySpan<MienTransform> pose)
    {
        var numbers = new List<float>();
        foreach (MienTransform t in pose)
            numbers.AddRange(new[] { t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w, t.translation.x, t.translation.y,
                                     t.translation.z, t.scale.x, t.scale.y, t.scale.z });
        return numbers.Select(number => BitConverter.ToUInt32(BitConverter.GetBytes(number), 0)).ToArray();
    }

    private static void Packs(Bundle bundle)
    {
        Check(Library.Version == Native.MIEN_VERSION && Library.Isas.Contains("scalar"), "the library");
        Check(bundle.Names.Length == bundle.Count && bundle.Names[0] == "ada.mesh", "names of a bundle");
        using (var mesh = new Mesh(bundle, "pip.mesh"))
        using (var skeleton = new Skeleton(bundle, "ada.skeleton"))
        using (var clip = new Clip(bundle, "sentence.clip"))
        using (var poses = new PoseAsset(bundle, "pip.poses"))
        {
            Check(mesh.Positions.Length == 17456 && mesh.Indices.Length == 3 * 33633, "vertices");
            Check(mesh.Morphs[mesh.Morph("cheek_puff")] == "cheek_puff" && mesh.Morph("nothing") == -1, "morph targets");
            Check(mesh.Normals.Length == 17456 && mesh.VertexJoints.Length == mesh.VertexWeights.Length, "arrays of vertices");
            Check(skeleton.Bones[skeleton.Bone("jaw")] == "jaw" && skeleton.Parent(0) == -1, "bones");
            Check(skeleton.RestPose.Length == 68 && skeleton.Curves[skeleton.Curve("jawOpen")] == "jawOpen", "curves");
            Check(clip.Length == 2.8 && clip.Curves.Length == 18 && clip.EventsBetween(0, 100).Count >= 0, "a clip");
            Check(poses.Poses[poses.Pose("jawOpen")] == "jawOpen" && poses.Bones.Contains("jaw"), "poses");
        }
        Refuses<MienException>(() => new Clip(bundle, "pip.mesh"), "MIEN_ERROR_KIND header.kind: this is a pack of kind mesh, not clip");
        Refuses<MienException>(() => new Mesh(bundle, "bruno.mesh"), "bruno.mesh");
        Refuses<MienException>(() => new Bundle(new byte[64]), "MIEN_ERROR_CORRUPT");
        Refuses<ArgumentException>(() => new Mesh(bundle, "a\0b"), "zero");
    }

    private static void Actors(Bundle bundle)
    {
        using (var pip = new Actor(bundle, "ada.skeleton", "pip.mesh", "pip.poses"))
        {
            int jaw = pip.Skeleton.Bone("jaw"), open = pip.Skeleton.Curve("jawOpen");
            pip.Play(new Clip(bundle, "sentence.clip"), 0.5, 2.0, true);
            pip.Step(0.25);
            Check(pip.Time == 1.0 && pip.Clip.Length == 2.8, "a clip plays");
            pip.Play(null);
            MienVec3[] rest, posed, normals;
            pip.Step(0);
            pip.Skin(out rest, out normals);
            pip.SetCurve("jawOpen", 1.0f);
            Check(Math.Abs(pip.Step(0)[jaw].rotation.w - 0.982f) < 0.001f && pip.Curve(open) == 1.0f, "a live value");
            pip.Skin(out posed, out normals);
            Check(rest.Zip(posed, (a, b) => a.y - b.y).Max() > 0.01f && normals.Length == posed.Length, "the posed mesh");
            Check(pip.Palette.Length == pip.Mesh.Info.joint_count && pip.Model.Length == 68, "matrices");
            pip.RemoveCurve(open);
            Check(Math.Abs(pip.Step(0)[jaw].rotation.w - 1.0f) < 0.001f, "a removed live value");
            Refuses<MienException>(() => pip.SetCurve("nothing", 1), "nothing");
            Refuses<MienException>(() => pip.SetParameter("pace", 1), "pace");
            Check(pip.Report.All(row => row.Name.Length > 0) && pip.Graph == null, "the report");
        }
        using (var actor = new Actor(bundle, "ada.skeleton", "pip.mesh", graph: "pip.graph"))
        {
            Check(actor.Graph.Parameters.SequenceEqual(new[] { "performance", "pace" }), "parameters");
            actor.SetParameter("pace", 0.5f);
            uint[] first = Bits(actor.Step(0.5));
            actor.Restart();
            actor.SetParameter("pace", 0.5f);
            Check(first.SequenceEqual(Bits(actor.Step(0.5))) && actor.Events.Count == 0, "a restarted graph");
        }
    }

    private static void Crowds(Bundle bundle)
    {
        using (var skeleton = new Skeleton(bundle, "ada.skeleton"))
        using (var poses = new PoseAsset(bundle, "ada.poses"))
        using (var binding = new PoseBinding(poses, skeleton))
        using (var actor = new Actor(new ActorParts { Skeleton = skeleton, Poses = new[] { poses } }))
        using (var crowd = new Crowd(binding, 20))
        {
            for (int i = 0; i < 20; ++i)
                crowd.SetCurve(i, i % skeleton.CurveCount, 0.05f * i);
            crowd.Run();
            var pose = new MienTransform[68];
            for (int i = 0; i < 20; ++i)
            {
                actor.ClearCurves();
                actor.SetCurve(i % skeleton.CurveCount, 0.05f * i);
                crowd.Pose(i, pose);
                Check(Bits(actor.Step(0)).SequenceEqual(Bits(pose)), "character " + i + " of a crowd");
            }
            Refuses<ArgumentException>(() => crowd.SetCurve(20, 0, 1), "character");
            Check(binding.Report.Count == 0, "the report of a binding");
        }
        var rest = new[] { Native.mien_transform_identity(), Native.mien_transform_identity() };
        using (Skeleton own = Skeleton.Create(new[] { "root", "jaw" }, new[] { -1, 0 }, rest, new[] { "jawOpen" }))
            Check(own.Bones.SequenceEqual(new[] { "root", "jaw" }) && own.Curve("jawOpen") == 0, "a skeleton of your own");
        var turned = Native.mien_quat_rotate(new MienQuat { z = 1 }, new MienVec3 { x = 1, y = 2, z = 3 });
        Check(turned.x == -1 && turned.y == -2 && turned.z == 3, "structs by value");
    }

    private static void Lifetimes(string path)
    {
        var bundle = new Bundle(path);
        var actor = new Actor(bundle, "ada.skeleton", "pip.mesh", "pip.poses");
        actor.Play(new Clip(bundle, "sentence.clip"));
        bundle.Dispose();
        Refuses<ObjectDisposedException>(() => { int count = bundle.Count; }, "Bundle");
        for (int i = 0; i < 3; ++i)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Check(actor.Step(0.5).Length == 68 && actor.Clip.Length == 2.8, "an actor after its bundle was disposed");
        Skeleton skeleton = actor.Skeleton;
        actor.Dispose();
        actor.Dispose();
        Check(skeleton.BoneCount == 68, "a skeleton after its actor was disposed");
        Refuses<ObjectDisposedException>(() => actor.Step(0), "Actor");
    }

    private static void Threads(Bundle bundle)
    {
        var results = new uint[4][];
        var clip = new Clip(bundle, "sentence.clip");
        Thread[] threads = Enumerable.Range(0, 4).Select(i => new Thread(() => {
            using (var pip = new Actor(bundle, "ada.skeleton", "pip.mesh", "pip.poses"))
            {
                pip.Play(clip);
                for (int frame = 0; frame < 100; ++frame)
                    results[i] = Bits(pip.Step(0.02));
            }
        })).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Check(results.All(result => result.SequenceEqual(results[0])), "actors of four threads");
    }

    public static int Main(string[] words)
    {
        if (words.Length == 1 && words[0] == "layouts")
            Layouts.Print();
        else if (words.Length == 3 && words[0] == "golden")
            Golden(words[1], int.Parse(words[2]));
        else if (words.Length == 2 && words[0] == "runtime")
            using (var bundle = new Bundle(words[1]))
            {
                Packs(bundle);
                Actors(bundle);
                Crowds(bundle);
                Lifetimes(words[1]);
                Threads(bundle);
            }
        else
            return 2;
        return failures == 0 ? 0 : 1;
    }
}
