// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Mien.Unity
{
    /// <summary>Plays a character of a bundle on the bones and blend shapes of a SkinnedMeshRenderer, found by name.</summary>
    [AddComponentMenu("Mien/Face")]
    public sealed class MienFace : MonoBehaviour
    {
        [Tooltip("A bundle, imported as cast.bytes")] public TextAsset bundle;
        [Tooltip("Empty: the only one in the bundle")] public string skeleton = "";
        public string mesh = "", poses = "", graph = "", clip = "";
        public bool loops = true;
        [Tooltip("Empty: the one of this object")] public SkinnedMeshRenderer target;

        private Bundle loaded;
        private Transform[] bones;   // per bone of the skeleton; null: the rig lacks it
        private int[] shapes;        // per morph target; -1: the mesh lacks it

        /// <summary>The actor, for live values and parameters.</summary>
        public Actor Actor { get; private set; }

        /// <summary>Bones and morph targets that the rig lacks.</summary>
        public List<string> Missing { get; private set; }

        private void OnEnable()
        {
            loaded = new Bundle(bundle.bytes);
            Actor = new Actor(loaded, NameOf(skeleton), NameOf(mesh), NameOf(poses), NameOf(graph));
            if (clip.Length > 0)
                Actor.Play(new Clip(loaded, clip), loops: loops);
            if (target == null)
                target = GetComponent<SkinnedMeshRenderer>();
            Missing = new List<string>();
            FindBones();
            FindShapes();
        }

        private void OnDisable()
        {
            Actor.Dispose();
            loaded.Dispose();
        }

        private void Update()
        {
            ReadOnlySpan<MienTransform> pose = Actor.Step(Time.deltaTime);
            for (int i = 0; i < bones.Length; ++i)
            {
                if (bones[i] == null)
                    continue;
                bones[i].localPosition = UnitySpace.Position(pose[i].translation);
                bones[i].localRotation = UnitySpace.Rotation(pose[i].rotation);
                bones[i].localScale = UnitySpace.Scale(pose[i].scale);
            }
            ReadOnlySpan<float> weights = Actor.Morphs;
            for (int i = 0; i < shapes.Length; ++i)
                if (shapes[i] >= 0)
                    target.SetBlendShapeWeight(shapes[i], 100.0f * weights[i]); // percent
        }

        private static string NameOf(string text) { return text.Length > 0 ? text : null; }

        private void FindBones()
        {
            var rig = new Dictionary<string, Transform>();
            foreach (Transform bone in target.bones)
                rig[bone.name] = bone;
            string[] names = Actor.Skeleton.Bones;
            bones = new Transform[names.Length];
            for (int i = 0; i < names.Length; ++i)
                if (!rig.TryGetValue(names[i], out bones[i]))
                    Missing.Add(names[i]);
        }

        private void FindShapes()
        {
            string[] names = Actor.Mesh == null ? new string[0] : Actor.Mesh.Morphs;
            shapes = new int[names.Length];
            for (int i = 0; i < names.Length; ++i)
            {
                shapes[i] = target.sharedMesh.GetBlendShapeIndex(names[i]);
                if (shapes[i] < 0)
                    Missing.Add(names[i]);
            }
        }
    }
}
