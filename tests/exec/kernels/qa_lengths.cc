/* SPDX-License-Identifier: GPL-3.0-or-later */
// Accuracy of the lengths in a range, a random half of them (support/some_of.h), forward
// there and inverse back; prints the worst and the median ratio of error to bound.
// Usage: qa_exec_lengths float32|float64 FIRST LAST [LENGTH...]
#include "support/judges/host_rows.h"
#include "support/some_of.h"
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct outcome {
    std::int64_t length;
    double ratio; // of error to bound
};

void run(const transform& t, host_rows& data)
{
    fft(t).run(data.in(), data.out(), data.rows());
}

//! The larger error of two: forward against the reference, and its inverse against the
//! input.
outcome judge(std::int64_t length, precision number)
{
    transform t(length);
    t.number = number;
    // Rows whose last workgroup is partly empty, whatever number of rows it takes.
    const std::size_t rows =
        length > 5000 ? 1 : 10000 / static_cast<std::size_t>(length) + 1;
    std::mt19937 random(static_cast<unsigned>(length));
    host_rows there(t, rows);
    there.fill(random);
    run(t, there);
    const auto forward = relative_error(there.outputs(), there.expected());

    t.dir = direction::inverse;
    t.norm = normalization::by_length;
    host_rows back(t, rows);
    back.set_inputs(there.outputs());
    run(t, back);
    const auto both = relative_error(back.outputs(), there.inputs());
    return { length, std::max(forward, both / 2) / tolerance(t) };
}

} // namespace

int main(int argc, char** argv)
{
    const bool is_double = argc > 1 && std::strcmp(argv[1], "float64") == 0;
    if (argc < 4 || (!is_double && std::strcmp(argv[1], "float32") != 0)) {
        std::fprintf(stderr,
                     "usage: qa_exec_lengths float32|float64 FIRST LAST [LENGTH...]\n");
        return 1;
    }
    if (is_double && !choose_device("auto").limits.has_float64) {
        std::fprintf(stderr, "the device has no double precision\n");
        return 77;
    }
    std::vector<std::int64_t> lengths;
    for (auto n = std::atoll(argv[2]); n <= std::atoll(argv[3]); ++n)
        lengths.push_back(n);
    for (int i = 4; i < argc; ++i)
        lengths.push_back(std::atoll(argv[i]));

    // The device stays open from length to length: opening a GPU takes tenths of a
    // second.
    const fft keeps_the_device{ transform(1) };
    std::vector<outcome> all;
    int failed = 0;
    for (const auto n : some_of(lengths)) {
        all.push_back(judge(n, is_double ? precision::float64 : precision::float32));
        if (!(all.back().ratio <= 1)) {
            fmt::print("length {}: error is {:.2f} of the bound\n", n, all.back().ratio);
            ++failed;
        }
    }
    std::sort(all.begin(), all.end(), [](const outcome& a, const outcome& b) {
        return a.ratio < b.ratio;
    });
    fmt::print("{} lengths, {}, on {}: error over bound: median {:.2f}, worst {:.2f} "
               "(length {}); {} failed\n",
               all.size(),
               argv[1],
               choose_device("auto").product,
               all[all.size() / 2].ratio,
               all.back().ratio,
               all.back().length,
               failed);
    return failed != 0;
}
