// SPDX-License-Identifier: MIT
//
// Runs MienFace against stubs of UnityEngine: UnityTests.exe CAST

using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Mien.Unity;
using UnityEngine;
using Actor = Mien.Actor;

public static class UnityTests
{
    private static int failures;

    private static void Check(bool condition, string what)
    {
        if (condition)
            return;
        Console.Error.WriteLine("failed: " + what);
        ++failures;
    }

    private static void Send(MienFace face, string message)
    {
        typeof(MienFace).GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(face, null);
    }

    /// q * v * conjugate(q)
    private static Vector3 Turn(Quaternion q, Vector3 v)
    {
        float x = q.w * v.x + q.y * v.z - q.z * v.y, y = q.w * v.y + q.z * v.x - q.x * v.z;
        float z = q.w * v.z + q.x * v.y - q.y * v.x, w = -(q.x * v.x + q.y * v.y + q.z * v.z);
        return new Vector3(x * q.w - w * q.x - y * q.z + z * q.y, y * q.w - w * q.y - z * q.x + x * q.z,
                           z * q.w - w * q.z - x * q.y + y * q.x);
    }

    private static void Mirrors()
    {
        var q = Mien.Native.mien_quat_normalize(new Mien.MienQuat { x = 0.1f, y = -0.4f, z = 0.3f, w = 0.8f });
        var v = new Mien.MienVec3 { x = 1, y = 2, z = 3 };
        Vector3 first = UnitySpace.Position(Mien.Native.mien_quat_rotate(q, v));
        Vector3 second = Turn(UnitySpace.Rotation(q), UnitySpace.Position(v));
        Check(Math.Abs(first.x - second.x) + Math.Abs(first.y - second.y) + Math.Abs(first.z - second.z) < 1e-5,
              "mirrored and then turned is turned and then mirrored");
    }

    private static MienFace FaceOf(byte[] bundle)
    {
        using (var loaded = new Mien.Bundle(bundle))
        using (var actor = new Actor(loaded, "ada.skeleton", "pip.mesh", "pip.poses"))
        {
            var mesh = new Mesh();
            mesh.shapes.AddRange(actor.Mesh.Morphs.Skip(1).Reverse()); // one is missing, the order is another
            Transform[] bones = actor.Skeleton.Bones.Skip(1).Reverse().Select(name => new Transform { name = name }).ToArray();
            return new MienFace { bundle = new TextAsset { bytes = bundle }, skeleton = "ada.skeleton", mesh = "pip.mesh",
                                  poses = "pip.poses", clip = "sentence.clip",
                                  target = new SkinnedMeshRenderer { bones = bones, sharedMesh = mesh } };
        }
    }

    private static void Plays(byte[] bundle)
    {
        MienFace face = FaceOf(bundle);
        Send(face, "OnEnable");
        Check(face.Missing.Count == 2, "one bone and one blend shape are missing");
        for (int i = 0; i < 60; ++i)
            Send(face, "Update");
        int jaw = face.Actor.Skeleton.Bone("jaw");
        Mien.MienTransform pose = face.Actor.Bones[jaw];
        Transform bone = face.target.bones.Single(row => row.name == "jaw");
        Check(bone.localRotation.x == pose.rotation.x && bone.localRotation.y == -pose.rotation.y &&
              bone.localPosition.x == -pose.translation.x && bone.localScale.x == pose.scale.x, "the jaw is mirrored");
        Check(pose.rotation.w < 0.9999f, "the jaw moves");
        string[] names = face.Actor.Mesh.Morphs;
        for (int i = 1; i < names.Length; ++i)
            Check(face.target.weights[face.target.sharedMesh.shapes.IndexOf(names[i])] == 100.0f * face.Actor.Morphs[i], names[i]);
        Send(face, "OnDisable");
    }

    public static int Main(string[] words)
    {
        Mirrors();
        Plays(File.ReadAllBytes(words[0]));
        return failures == 0 ? 0 : 1;
    }
}
