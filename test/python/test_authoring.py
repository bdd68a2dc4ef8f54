# SPDX-License-Identifier: MIT
"""Authoring by the program: results, messages, exceptions, progress, interruption."""

import os
import shutil
import tempfile
import threading
import time
import unittest
from pathlib import Path

from kit import CAST
import mien


class Authoring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        shutil.copy(CAST / "cast/pip.glb", cls.folder)
        cls.program = mien.Program(cls.folder)
        cls.program.init()
        cls.assets = cls.program.import_files("pip.glb")

    def tearDown(self):
        (self.folder / "bad.poses.json").unlink(missing_ok=True)

    def write_bad(self):
        (self.folder / "bad.poses.json").write_text('{"kind": "poses"\n')

    def test_the_program_and_the_library_have_one_version(self):
        self.assertEqual(self.program.version(), mien.library_version())

    def test_import_lists_assets(self):
        self.assertEqual([(row.source, row.kind, row.file, row.what) for row in self.assets],
                         [("pip.glb", kind, f"pip.{kind}.json", "created") for kind in ("skeleton", "mesh", "poses")])

    def test_build_reports_progress_and_counts(self):
        steps = []
        result = self.program.build(progress=lambda value, file: steps.append((value, file)))
        self.assertEqual((result.packs, result.failed), (3, 0))
        self.assertEqual((steps[0][0], steps[-1][0]), (0, 1))
        self.assertEqual(self.program.build().cooked, 0)

    def test_bundles_are_loaded_by_the_package(self):
        result = self.program.bundle("pip.poses.json", output=self.folder / "pip.mien")
        self.assertEqual(Path(result.bundle).stat().st_size, result.bytes)
        with mien.Bundle(result.bundle) as bundle:
            self.assertEqual(len(bundle), result.packs)
            self.assertIn("jawOpen", [pose.name for pose in bundle.poses("pip.poses").poses])

    def test_lint_lists_diagnostics_and_unreadable_files(self):
        self.assertEqual([row for row in self.program.lint() if row.severity == "error"], [])
        self.write_bad()
        found = [row for row in self.program.lint() if row.severity == "error"]
        self.assertEqual([(row.code, row.file, row.line) for row in found], [("M000", "bad.poses.json", 2)])

    def test_failures_have_a_class_and_messages(self):
        with self.assertRaises(mien.UsageError) as caught:
            self.program.run("poses", "lists")
        self.assertEqual((caught.exception.code, caught.exception.messages[0].status), (2, "usage"))
        self.write_bad()
        with self.assertRaises(mien.InputError) as caught:
            self.program.build()
        message = caught.exception.messages[0]
        self.assertEqual((message.severity, message.file, message.line, message.status),
                         ("error", "bad.poses.json", 2, "MIEN_ERROR_CORRUPT"))
        self.assertIn("bad.poses.json:2", str(caught.exception))
        self.assertEqual(caught.exception.result.value["failed"], 1)
        with self.assertRaises(mien.WriteError):
            self.program.bundle("pip.poses.json", output=self.folder / "no folder" / "x.mien")
        with self.assertRaises(FileNotFoundError):
            mien.Program(path=self.folder / "nothing").version()

    def test_findings_are_results(self):
        shutil.copy(self.folder / "pip.poses.json", self.folder / "other.json")
        text = (self.folder / "other.json").read_text().replace('"jawOpen"', '"jawWide"')
        (self.folder / "other.json").write_text(text)
        self.assertTrue(self.program.run("diff", "pip.poses.json", "other.json").has_findings)
        self.assertFalse(self.program.run("diff", "pip.poses.json", "pip.poses.json").has_findings)
        (self.folder / "other.json").unlink()

    def test_an_exception_in_progress_interrupts_the_command(self):
        class Stop(Exception):
            pass

        def stop(value, file):
            raise Stop

        shutil.rmtree(self.folder / ".mien", ignore_errors=True)
        threads = threading.active_count()
        with self.assertRaises(Stop):
            self.program.build(progress=stop)
        self.assertEqual(threading.active_count(), threads)
        self.assertEqual(self.program.build().failed, 0)

    @unittest.skipIf(os.name == "nt", "needs a shell")
    def test_a_long_command_gets_the_signal(self):
        program = self.folder / "long"
        program.write_text('#!/bin/sh\ntrap "echo x > interrupted; exit 5" INT\n'
                           'echo \'{"type": "progress", "value": 0.5}\' >&2\n'
                           "i=0; while [ $i -lt 200 ]; do sleep 0.1; i=$((i + 1)); done\n")
        program.chmod(0o755)

        def stop(value, file):
            raise KeyboardInterrupt

        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            mien.Program(self.folder, path=program).run("build", progress=stop)
        self.assertLess(time.monotonic() - start, 10)
        self.assertTrue((self.folder / "interrupted").exists())


unittest.main()
