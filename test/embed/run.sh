#!/bin/sh
# Proves that another project can use Mien:
#   run.sh subdirectory|package|pkgconfig|program|hello <source> <build> <version>
# subdirectory builds from source, static and unoptimised; the others install
# <build>, move the installed copy, and use it as a shared library or as a program. hello
# compiles the README's program against it, by pkg-config and by CMake, and plays a bundle
# that the installed program made.
set -eu

way=$1 source=$2 build=$3 version=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${CC:=gcc}" "${CXX:=g++}"
export CC CXX

if [ "$way" != subdirectory ]; then
    cmake --install "$build" --prefix "$work/first" >"$work/log"
    mv "$work/first" "$work/moved"
fi

case $way in
subdirectory)
    cmake -G Ninja -S "$source/test/embed" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug -DMIEN_SOURCE="$source"
    cmake --build "$work/build"
    # A guest builds libmien and nothing else of ours.
    for folder in author io sample cli; do
        if [ -e "$work/build/mien/src/$folder" ]; then
            echo "embedding also builds $folder" >&2
            exit 1
        fi
    done
    ;;
package)
    cmake -G Ninja -S "$source/test/embed" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_PREFIX_PATH="$work/moved" -DMIEN_EXPECTED="$version"
    cmake --build "$work/build"
    ;;
pkgconfig)
    mkdir "$work/build"
    PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name mien.pc)")
    export PKG_CONFIG_PATH
    test "$(pkg-config --modversion mien)" = "$version"
    libdir=$(pkg-config --variable=libdir mien)
    # shellcheck disable=SC2046
    $CC -std=c11 "$source/test/embed/main.c" -o "$work/build/host_c" \
        $(pkg-config --cflags --libs mien) -Wl,-rpath,"$libdir"
    # shellcheck disable=SC2046
    $CXX -std=c++17 "$source/test/embed/main.cpp" -o "$work/build/host_cpp" \
        $(pkg-config --cflags --libs mien) -Wl,-rpath,"$libdir"
    ;;
program)
    share=$work/moved/share
    test "$("$work/moved/bin/mien" --version)" = "mien $version"
    # What draws moved along with it.
    if [ -n "$(find "$work/moved" -name mien-draw.so)" ]; then
        "$work/moved/bin/mien" render none -o none.png --verbose 2>&1 | grep -q "mien-draw.so: loaded"
    fi
    "$work/moved/bin/mien" help --man info | cmp - "$share/man/man1/mien-info.1"
    "$work/moved/bin/mien" help --man | cmp - "$share/man/man1/mien.1"
    "$work/moved/bin/mien" completion bash | cmp - "$share/bash-completion/completions/mien"
    "$work/moved/bin/mien" completion zsh | cmp - "$share/zsh/site-functions/_mien"
    "$work/moved/bin/mien" completion fish | cmp - "$share/fish/vendor_completions.d/mien.fish"
    exit 0
    ;;
hello)
    test "$(wc -l <"$source/examples/01-hello/main.c")" -le 40
    "$work/moved/bin/mien" sample cast "$work/cast" >>"$work/log"
    "$work/moved/bin/mien" bundle -C "$work/cast" --all -o "$work/cast.mien" >>"$work/log"
    sed -n '/^```text$/,/^```$/{/^```/d;p};/^A missing part/q' "$source/examples/01-hello/README.md" >"$work/expected"
    test -s "$work/expected"
    PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name mien.pc)")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046
    $CC "$source/examples/01-hello/main.c" -o "$work/hello" \
        $(pkg-config --cflags --libs mien) -Wl,-rpath,"$(pkg-config --variable=libdir mien)"
    cmake -S "$source/test/embed" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_PREFIX_PATH="$work/moved" -DMIEN_EXPECTED="$version" -DMIEN_HELLO="$source/examples/01-hello/main.c"
    cmake --build "$work/build" --target hello
    "$work/hello" "$work/cast.mien" | diff "$work/expected" -
    "$work/build/hello" "$work/cast.mien" | diff "$work/expected" -
    exit 0
    ;;
*)
    echo "unknown way: $way" >&2
    exit 2
    ;;
esac

"$work/build/host_c" "$version"
"$work/build/host_cpp" "$version"
