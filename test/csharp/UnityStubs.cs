// SPDX-License-Identifier: MIT
//
// What MienFace uses of UnityEngine, so that it is compiled and run without Unity.

using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string name) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string text) { }
    }

    public class Object
    {
        public string name;
    }

    public class Transform : Object
    {
        public Vector3 localPosition, localScale;
        public Quaternion localRotation;
    }

    public class TextAsset : Object
    {
        public byte[] bytes { get; set; }
    }

    public class Mesh : Object
    {
        public List<string> shapes = new List<string>();
        public int GetBlendShapeIndex(string shape) { return shapes.IndexOf(shape); }
    }

    public class SkinnedMeshRenderer : Object
    {
        public Transform[] bones { get; set; }
        public Mesh sharedMesh { get; set; }
        public Dictionary<int, float> weights = new Dictionary<int, float>();
        public void SetBlendShapeWeight(int index, float value) { weights[index] = value; }
    }

    public class MonoBehaviour : Object
    {
        public T GetComponent<T>() where T : class { return null; }
    }

    public static class Time
    {
        public static float deltaTime = 1.0f / 60.0f;
    }
}
