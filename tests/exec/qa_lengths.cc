/* SPDX-License-Identifier: GPL-3.0-or-later */
// Accuracy of every length in a range, forward there and inverse back; prints the worst
// and the median ratio of error to bound. Usage: qa_exec_lengths FIRST LAST [LENGTH...]
#include "math/factor.h"
#include "support/reference.h"
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct outcome {
    std::int64_t length;
    double ratio; // of error to bound
};

//! The worse of forward against the reference and inverse of it against the input.
outcome judge(std::int64_t length)
{
    transform t(length);
    // A last workgroup that is partly empty, for any number of rows it takes.
    const std::size_t rows =
        length > 5000 ? 1 : 10000 / static_cast<std::size_t>(length) + 1;
    const auto x =
        noise(rows * static_cast<std::size_t>(length), static_cast<unsigned>(length));
    std::vector<complex32> y(x.size()), back(x.size());
    fft forward(t);
    forward.run(x.data(), y.data(), rows);
    const double there = relative_error(y, reference_rows(t, x)) / tolerance(length);

    t.dir = direction::inverse;
    t.norm = normalization::by_length;
    fft inverse(t);
    inverse.run(y.data(), back.data(), rows);
    const double both = relative_error(back, { x.begin(), x.end() }) / tolerance(length);
    return { length, std::max(there, both / 2) };
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: qa_exec_lengths FIRST LAST [LENGTH...]\n");
        return 1;
    }
    std::vector<std::int64_t> lengths;
    for (auto n = next_smooth(std::atoll(argv[1])); n <= std::atoll(argv[2]);
         n = next_smooth(n + 1))
        lengths.push_back(n);
    for (int i = 3; i < argc; ++i)
        lengths.push_back(std::atoll(argv[i]));

    std::vector<double> ratios;
    int failed = 0;
    for (const auto n : lengths) {
        const auto one = judge(n);
        ratios.push_back(one.ratio);
        if (!(one.ratio <= 1)) {
            fmt::print("length {}: error is {:.2f} of the bound\n", n, one.ratio);
            ++failed;
        }
    }
    std::sort(ratios.begin(), ratios.end());
    fmt::print(
        "{} lengths on {}: error over bound: median {:.2f}, worst {:.2f}; {} failed\n",
        ratios.size(),
        choose_device("auto").product,
        ratios[ratios.size() / 2],
        ratios.back(),
        failed);
    return failed != 0;
}
