// SPDX-License-Identifier: MIT
//
// The few formats that messages of core have, in place of the C library's printf, which
// would make the module a third larger and import functions of files.

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

int snprintf(char *out, size_t room, const char *format, ...);
int vsnprintf(char *out, size_t room, const char *format, va_list arguments);

typedef struct Text {
    char *out;
    size_t room, length;
} Text;

static void put(Text *text, char c)
{
    if (text->length + 1 < text->room)
        text->out[text->length] = c;
    ++text->length;
}

static void put_text(Text *text, const char *from)
{
    while (*from != '\0')
        put(text, *from++);
}

static void put_number(Text *text, unsigned long long number)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0)
        put(text, digits[--count]);
}

int vsnprintf(char *out, size_t room, const char *format, va_list arguments)
{
    Text text = {out, room, 0};
    for (; *format != '\0'; ++format) {
        if (*format != '%') {
            put(&text, *format);
            continue;
        }
        const bool is_long = format[1] == 'l' && format[2] == 'l', is_size = format[1] == 'z';
        format += is_long ? 3 : is_size ? 2 : 1;
        if (*format == 's') {
            put_text(&text, va_arg(arguments, const char *));
        } else if (*format == 'd') {
            const int number = va_arg(arguments, int);
            if (number < 0)
                put(&text, '-');
            put_number(&text, number < 0 ? 0ull - (unsigned long long)number : (unsigned long long)number);
        } else if (*format == 'u') {
            put_number(&text, is_long   ? va_arg(arguments, unsigned long long)
                              : is_size ? va_arg(arguments, size_t)
                                        : va_arg(arguments, unsigned));
        } else {
            put(&text, *format); // "%%"; what else there may be, tests would find
        }
    }
    if (room > 0)
        out[text.length < room ? text.length : room - 1] = '\0';
    return (int)text.length;
}

int snprintf(char *out, size_t room, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out, room, format, arguments);
    va_end(arguments);
    return length;
}
