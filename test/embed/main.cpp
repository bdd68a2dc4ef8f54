// SPDX-License-Identifier: MIT
//
// The same host in C++17: the headers compile and link there too.

#include <cstdio>
#include <string>

#include "mien/mien.hpp"

int main(int argc, char **argv)
{
    const std::string bytes = "these bytes are no pack";
    MienPackInfo info{};
    MienError error{};

    if (argc != 2 || std::string(mien_version()) != argv[1]) {
        std::fprintf(stderr, "version: %s\n", mien_version());
        return 1;
    }
    if (mien_pack_inspect(bytes.data(), bytes.size(), false, &info, &error) == MIEN_OK) {
        std::fprintf(stderr, "bad bytes were accepted\n");
        return 1;
    }
    try {
        const mien::File file("there is no such file");
        return 1;
    } catch (const mien::Error &thrown) {
        if (thrown.status() != MIEN_ERROR_FILE)
            return 1;
    }
    std::printf("mien %s: %s\n", mien_version(), mien_status_name(error.status));
    return 0;
}
