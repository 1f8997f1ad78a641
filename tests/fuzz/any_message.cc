/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/any_message.h"
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace gpufft::testing {

namespace {

// All but "status", whose answers are counted.
const char* const COMMANDS[] = {
    "window",        "hop",   "samp_rate",      "freq",        "output",   "centered",
    "rate",          "reset", "max_latency_ms", "average",     "frames",   "seconds",
    "bins",          "skip",  "bin_reduction",  "lowest_db",   "range_db", "highest_db",
    "decay_seconds", "",      "windows",        "no such name"
};

// clang-format off
const char* const WORDS[] = {
    "mean", "max", "min", "exponential", "power", "dbfs_per_hz", "dbfs", "amplitude", "hann",
    "hamming", "flattop", "kaiser(8.6)", "", "0", "nan", "a\nb", "{}", "%s%s%n", "\xff\xfe",
};

constexpr double INFINITE = std::numeric_limits<double>::infinity();

const double NUMBERS[] = {
    0, 1, -1, 2, 7, 8, 9, 0.5, -0.0, 1e-308, 5e-324, 1e9, 255, 1023, 4096, 1 << 30,
    2147483647, 2147483648, -1e10, 1e19, 1e308, -1e308, INFINITE, -INFINITE, 1e-9, 3.7,
    48000, 100.25, std::numeric_limits<double>::quiet_NaN(),
};
// clang-format on

const long WHOLES[] = { 0,
                        1,
                        -1,
                        2,
                        3,
                        8,
                        16,
                        2147483647,
                        2147483648,
                        std::numeric_limits<long>::max(),
                        std::numeric_limits<long>::min() };

class dice
{
public:
    dice(std::mt19937& random, int length)
        : d_random(random), d_length(static_cast<std::size_t>(length))
    {
    }

    pmt::pmt_t message()
    {
        switch (below(8)) {
        case 0:
            return value(0);
        case 1:
            return name();
        case 2:
        case 3:
            return pmt::cons(name(), value(0));
        default:
            return dictionary(0);
        }
    }

private:
    static constexpr int DEEPEST = 3;

    std::size_t below(std::size_t n) { return d_random() % n; }

    template <typename T, std::size_t N>
    const T& any_of(const T (&list)[N])
    {
        return list[below(N)];
    }

    pmt::pmt_t name()
    {
        return below(20) ? pmt::intern(any_of(COMMANDS)) : value(DEEPEST);
    }

    pmt::pmt_t dictionary(int depth)
    {
        auto made = pmt::make_dict();
        for (auto left = below(5); left > 0; --left)
            made = pmt::dict_add(made, name(), value(depth + 1));
        return made;
    }

    std::size_t length()
    {
        const std::size_t lengths[] = { 0,        1,        2,     d_length - 1,
                                        d_length, d_length, 70000, d_length + 1 };
        return any_of(lengths);
    }

    template <typename T>
    pmt::pmt_t taps(pmt::pmt_t (*made)(std::size_t, const std::vector<T>&))
    {
        std::vector<T> numbers(length());
        const bool is_plain = below(2);
        for (auto& each : numbers)
            each = static_cast<T>(is_plain ? 0.5 : any_of(NUMBERS));
        return made(numbers.size(), numbers);
    }

    pmt::pmt_t list(int depth)
    {
        auto made = below(6) ? pmt::PMT_NIL : value(DEEPEST);
        for (auto left = below(2) ? d_length : below(4); left > 0; --left)
            made = pmt::cons(value(depth + 1), made);
        return made;
    }

    pmt::pmt_t vector(int depth)
    {
        auto made = pmt::make_vector(below(2) ? d_length : below(3), pmt::from_double(1));
        for (std::size_t i = 0; i < pmt::length(made); ++i)
            if (below(2))
                pmt::vector_set(made, i, value(depth + 1));
        return made;
    }

    pmt::pmt_t number()
    {
        switch (below(4)) {
        case 0:
            return pmt::from_long(any_of(WHOLES));
        case 1:
            return pmt::from_uint64(static_cast<std::uint64_t>(any_of(WHOLES)));
        default:
            return pmt::from_double(any_of(NUMBERS));
        }
    }

    //! \return a value that is of no use to any command
    pmt::pmt_t other()
    {
        switch (below(7)) {
        case 0:
            return pmt::PMT_T;
        case 1:
            return pmt::PMT_EOF;
        case 2:
            return pmt::from_complex(1, INFINITE);
        case 3:
            return pmt::make_tuple(number(), pmt::intern("x"));
        case 4:
            return pmt::make_blob("\0\1\2", 3);
        case 5:
            return pmt::make_any(std::string("any"));
        default:
            return pmt::make_u8vector(below(3) * 100, 7);
        }
    }

    pmt::pmt_t value(int depth)
    {
        switch (below(depth < DEEPEST ? 12 : 8)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return number();
        case 4:
        case 5:
            return pmt::intern(any_of(WORDS));
        case 6:
            return below(2) ? pmt::PMT_NIL : pmt::from_bool(below(2));
        case 7:
            return other();
        case 8:
            return below(2) ? taps<float>(pmt::init_f32vector)
                            : taps<double>(pmt::init_f64vector);
        case 9:
            return list(depth);
        case 10:
            return vector(depth);
        default:
            return dictionary(depth);
        }
    }

    std::mt19937& d_random;
    std::size_t d_length;
};

} // namespace

pmt::pmt_t any_message(std::mt19937& random, int length)
{
    return dice(random, length).message();
}

} // namespace gpufft::testing
