# SPDX-License-Identifier: MIT
"""The runtime library for Conan 2. Syntax-checked only: never run by Conan.

Use it in an unpacked source archive: conan create packaging/conan
"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class MienConan(ConanFile):
    name = "mien"
    license = "MIT"
    description = "Pose assets and shared facial animation"
    topics = ("animation", "facial-animation", "pose")
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    package_type = "library"

    def root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self.root(), "CMakeLists.txt"))
        self.version = re.search(r"project\(mien VERSION ([\d.]+)", text).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/mien/*", "src/core/*"):
            copy(self, pattern, self.root(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("AUTHOR", "IO", "PROJECT", "SAMPLE", "CLI", "STUDIO", "TESTS", "BENCHMARKS", "EXAMPLES"):
            toolchain.variables[f"MIEN_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["mien"]
        self.cpp_info.set_property("cmake_file_name", "mien")
        self.cpp_info.set_property("cmake_target_name", "mien::mien")
        self.cpp_info.set_property("pkg_config_name", "mien")
        if not self.options.shared:
            self.cpp_info.defines = ["MIEN_STATIC"]
