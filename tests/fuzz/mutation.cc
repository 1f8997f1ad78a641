/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/mutation.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace gpufft::testing {

namespace {

const char* const NUMBERS[] = { "0",
                                "1",
                                "2",
                                "3",
                                "-1",
                                "7",
                                "64",
                                "127",
                                "255",
                                "256",
                                "65535",
                                "65536",
                                "2147483647",
                                "2147483648",
                                "4294967295",
                                "4294967296",
                                "1152921504606846976",
                                "2305843009213693951",
                                "9223372036854775807",
                                "9223372036854775808",
                                "-9223372036854775808",
                                "18446744073709551615",
                                "18446744073709551616",
                                "1e308",
                                "1e999",
                                "-0.0",
                                "4.9e-324",
                                "nan",
                                "inf",
                                "0x10",
                                "007",
                                "99999999999999999999999999999999" };
constexpr char BYTES[] = "\n\r\t\0 \"'\\/*{}[](),:;=|.-+%#&!x\x7f\x80\xc0\xff";

std::size_t below(std::mt19937& random, std::size_t count)
{
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

//! Begin and end of a run of the characters of a kind, or an empty one.
template <typename Is>
std::pair<std::size_t, std::size_t>
run_at_random(const std::string& text, std::mt19937& random, Is is)
{
    if (text.empty())
        return { 0, 0 };
    const auto from = text.begin() + static_cast<long>(below(random, text.size()));
    const auto begin = std::find_if(from, text.end(), is);
    const auto end = std::find_if_not(begin, text.end(), is);
    return { begin - text.begin(), end - text.begin() };
}

std::pair<std::size_t, std::size_t> any_number(const std::string& text,
                                               std::mt19937& random)
{
    return run_at_random(text, random, [](unsigned char c) { return std::isdigit(c); });
}

std::pair<std::size_t, std::size_t> any_word(const std::string& text,
                                             std::mt19937& random)
{
    return run_at_random(text, random, [](unsigned char c) { return c > ' '; });
}

std::pair<std::size_t, std::size_t> any_piece(const std::string& text,
                                              std::mt19937& random)
{
    const auto begin = below(random, text.size() + 1);
    return { begin,
             begin + below(random, std::min<std::size_t>(text.size() - begin, 40) + 1) };
}

void change_number(std::string& text, std::mt19937& random)
{
    const auto [begin, end] = any_number(text, random);
    text.replace(begin, end - begin, NUMBERS[below(random, std::size(NUMBERS))]);
}

//! By a little: what is next to something valid is often almost valid.
void step_number(std::string& text, std::mt19937& random)
{
    const auto [begin, end] = any_number(text, random);
    if (end - begin == 0 || end - begin > 9)
        return;
    const auto now = std::stol(text.substr(begin, end - begin));
    const std::array<long, 5> next = { now + 1, now - 1, 2 * now, now / 2, 3 * now };
    text.replace(begin, end - begin, std::to_string(next[below(random, next.size())]));
}

void change_byte(std::string& text, std::mt19937& random)
{
    const auto byte = BYTES[below(random, std::size(BYTES))];
    const auto at = below(random, text.size() + 1);
    if (at == text.size() || random() % 2)
        text.insert(at, 1, byte);
    else
        text[at] = byte;
}

void leave_out(std::string& text, std::mt19937& random)
{
    const auto [begin, end] =
        random() % 2 ? any_word(text, random) : any_piece(text, random);
    text.erase(begin, end - begin);
}

void repeat_piece(std::string& text, std::mt19937& random)
{
    const auto [begin, end] =
        random() % 2 ? any_word(text, random) : any_piece(text, random);
    const auto piece = text.substr(begin, end - begin) + (random() % 2 ? " " : "");
    const auto times = random() % 50 ? 1 + random() % 3 : 20000;
    std::string all;
    for (std::size_t i = 0; i < times && all.size() < 200000; ++i)
        all += piece;
    text.insert(begin, all);
}

void take_word(std::string& text, const std::string& other, std::mt19937& random)
{
    const auto [begin, end] = any_word(text, random);
    const auto [from, to] = any_word(other, random);
    text.replace(
        begin, random() % 2 ? end - begin : 0, other.substr(from, to - from) + " ");
}

void take_end(std::string& text, const std::string& other, std::mt19937& random)
{
    text.resize(below(random, text.size() + 1));
    text += other.substr(below(random, other.size() + 1));
}

} // namespace

std::string mutated(const std::vector<std::string>& seeds, std::mt19937& random)
{
    auto text = seeds[below(random, seeds.size())];
    // Mostly one change: of more, hardly any input is taken.
    for (auto times = random() % 3 ? 1 : 1 + random() % 4; times > 0; --times) {
        const auto& other = seeds[below(random, seeds.size())];
        switch (random() % 9) {
        case 0:
        case 1:
            change_number(text, random);
            break;
        case 2:
        case 3:
            step_number(text, random);
            break;
        case 4:
            change_byte(text, random);
            break;
        case 5:
            leave_out(text, random);
            break;
        case 6:
            repeat_piece(text, random);
            break;
        case 7:
            take_word(text, other, random);
            break;
        default:
            take_end(text, other, random);
        }
    }
    return text;
}

} // namespace gpufft::testing
