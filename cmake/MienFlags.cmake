# SPDX-License-Identifier: MIT
#
# mien_flags: how everything here is compiled. Linked PRIVATE, so that nothing
# of it reaches those who use the library.

add_library(mien_flags INTERFACE)

if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    # The same bits everywhere: no fused multiply-add, whatever the compiler's
    # default. Without errno a square root is one instruction and needs no libm.
    if(MIEN_LET_FMA_IN)
        target_compile_options(mien_flags INTERFACE -ffp-contract=fast)
        target_compile_definitions(mien_flags INTERFACE MIEN_LET_FMA_IN)
    else()
        target_compile_options(mien_flags INTERFACE -ffp-contract=off)
    endif()
    if(CMAKE_SYSTEM_NAME STREQUAL Linux)
        # Files of strangers are read: nothing that the linker fills in stays writable.
        target_link_options(mien_flags INTERFACE LINKER:-z,relro,-z,now)
    endif()
    if(MIEN_HARDEN)
        # What a mistake in memory can do ends with the program; docs/performance.md has what it costs.
        # Not for sanitizers, which see more, nor without optimisation, which fortify needs.
        set(fortify 2)
        if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
            set(fortify 3)
        endif()
        set(hardening -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${fortify})
        include(CheckCCompilerFlag)
        foreach(flag stack-clash-protection cf-protection)
            string(MAKE_C_IDENTIFIER mien_has_${flag} has)
            check_c_compiler_flag(-f${flag} ${has})
            if(${has})
                list(APPEND hardening -f${flag})
            endif()
        endforeach()
        if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
            # The C library's own beginnings are not marked, so the linker would drop the mark.
            target_link_options(mien_flags INTERFACE LINKER:-z,shstk)
        endif()
        target_compile_options(mien_flags INTERFACE "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${hardening}>")
    endif()
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
        # clang 14 moves loads behind stores where it makes vectors of doubles itself, so
        # that what works in place goes wrong: io.fbx_transform notices. Kernels are written
        # as vectors and lose nothing.
        target_compile_options(mien_flags INTERFACE -fno-vectorize -fno-slp-vectorize)
    endif()
    if(MINGW)
        # printf as the standard has it, not as Microsoft's oldest library does.
        target_compile_definitions(mien_flags INTERFACE __USE_MINGW_ANSI_STDIO=1)
    endif()
    target_compile_options(
        mien_flags
        INTERFACE -fno-math-errno
                  -Wall
                  -Wextra
                  -Wpedantic
                  -Wshadow
                  -Wundef
                  -Wvla
                  -Wwrite-strings
                  -Wstrict-prototypes
                  -Wmissing-prototypes)
endif()

# Language, visibility and warnings of one target of ours.
function(mien_settings target)
    target_link_libraries(${target} PRIVATE mien_flags)
    target_compile_features(${target} PRIVATE c_std_17)
    set_target_properties(
        ${target}
        PROPERTIES C_EXTENSIONS OFF
                   C_VISIBILITY_PRESET hidden
                   COMPILE_WARNING_AS_ERROR ${MIEN_WERROR})
    if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
        # Even archives: hosts put them into shared libraries.
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()
