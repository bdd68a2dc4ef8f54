// SPDX-License-Identifier: MIT
//
// Drivers and font libraries keep memory until the process ends. The leak checker is
// told so, by library; what our own code leaks is still found. Include in one source of
// a program.

#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECKS_LEAKS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(CHECKS_LEAKS)
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void)
{
    return "leak:swrast_dri\nleak:libgallium\nleak:libLLVM\nleak:libEGL\nleak:libGLX\nleak:libglapi\n"
           "leak:libfontconfig\nleak:libpango\nleak:libglib\nleak:libgobject\nleak:libcairo\n"
           "leak:libharfbuzz\n";
}
#endif
