// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Mien
{
    /// <summary>libmien refused a call: what is wrong, where, in one sentence.</summary>
    public sealed class MienException : Exception
    {
        /// <summary>The kind of the failure.</summary>
        public MienStatus Status { get; private set; }
        /// <summary>"section PNAM", "byte 1024", the name of a member; may be empty.</summary>
        public string Location { get; private set; }

        internal MienException(MienStatus status, string location, string message)
            : base(Text.Of(status) + (location.Length > 0 ? " " + location : "") + ": " + message)
        {
            Status = status;
            Location = location;
        }

        internal static unsafe MienException Of(MienStatus status, MienError error)
        {
            return new MienException(status, Text.Of(error.location), Text.Of(error.message));
        }

        /// <summary>Takes the status of a function that filled an error.</summary>
        internal static void Check(MienStatus status, ref MienError error)
        {
            if (status != MienStatus.MIEN_OK)
                throw Of(status, error);
        }

        /// <summary>Takes the status of a function without an error.</summary>
        internal static void Check(MienStatus status, string location, string message)
        {
            if (status != MienStatus.MIEN_OK)
                throw new MienException(status, location, message);
        }
    }

    /// <summary>Texts of the library: UTF-8 with a terminating zero.</summary>
    internal static unsafe class Text
    {
        internal unsafe delegate byte* NameOf(int index);

        internal static string Of(byte* text)
        {
            if (text == null)
                return "";
            int length = 0;
            while (text[length] != 0)
                ++length;
            return Encoding.UTF8.GetString(text, length);
        }

        internal static string Of(MienStatus status) { return Of(Native.mien_status_name(status)); }

        /// <summary>null stays null.</summary>
        internal static byte[] From(string text)
        {
            if (text == null)
                return null;
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("the text contains a zero character");
            byte[] bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        internal static string[] Names(int count, NameOf name)
        {
            var names = new string[count];
            for (int i = 0; i < count; ++i)
                names[i] = Of(name(i));
            return names;
        }
    }

    /// <summary>A pointer of the library and everything that it refers to. What is kept lives until its last
    /// user is released, so that objects may be disposed or collected in any order.</summary>
    internal sealed class Handle : SafeHandle
    {
        internal delegate void Destroyer(IntPtr pointer);

        private readonly Destroyer destroy;
        private readonly List<Handle> keeps = new List<Handle>();

        internal Handle(IntPtr pointer, Destroyer destroy, params Handle[] keeps) : base(IntPtr.Zero, true)
        {
            this.destroy = destroy;
            foreach (Handle kept in keeps)
                Keep(kept);
            SetHandle(pointer);
        }

        internal void Keep(Handle kept)
        {
            if (kept == null)
                return;
            bool isAdded = false;
            kept.DangerousAddRef(ref isAdded);
            keeps.Add(kept);
        }

        internal void Forget(Handle kept)
        {
            if (kept != null && keeps.Remove(kept))
                kept.DangerousRelease();
        }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

        protected override bool ReleaseHandle()
        {
            if (destroy != null)
                destroy(handle);
            foreach (Handle kept in keeps)
                kept.DangerousRelease();
            return true;
        }
    }

    /// <summary>Something of the library. Dispose it, or let it be collected; an object that another one uses
    /// stays in memory until that one is gone.</summary>
    public abstract class MienObject : IDisposable
    {
        internal readonly Handle handle;
        private bool isDisposed; // the handle may stay open, for those that use it

        internal MienObject(Handle handle) { this.handle = handle; }

        /// <summary>For functions of Native. Keep the object while you use it.</summary>
        public IntPtr Pointer
        {
            get
            {
                if (isDisposed)
                    throw new ObjectDisposedException(GetType().Name);
                return handle.DangerousGetHandle();
            }
        }

        /// <summary>Releases the object. More calls have no effect.</summary>
        public void Dispose()
        {
            isDisposed = true;
            handle.Dispose();
        }
    }

    /// <summary>Zeroed memory of the library's alignment, 64 bytes.</summary>
    internal sealed unsafe class Block : SafeHandle
    {
        internal readonly void* Start;

        internal Block(long size) : base(IntPtr.Zero, true)
        {
            SetHandle(Marshal.AllocHGlobal(new IntPtr(size + 64)));
            Start = (void*)((handle.ToInt64() + 63) & ~63L);
            byte* bytes = (byte*)Start;
            for (long i = 0; i < size; ++i)
                bytes[i] = 0;
        }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

        protected override bool ReleaseHandle()
        {
            Marshal.FreeHGlobal(handle);
            return true;
        }
    }
}
