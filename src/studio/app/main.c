// SPDX-License-Identifier: MIT
//
// mien-studio

#include "studio/app/application.h"

int main(int count, char **arguments) { return studio_run(count, arguments); }
