/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FFTW3_DATA_H
#define INCLUDED_GPUFFT_TESTS_FFTW3_DATA_H

#include "fftw3/layouts.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

//! Input and output of a layout, interleaved or split, with the same noise for each seed,
//! gaps and all.
template <class number>
class layout_data
{
public:
    layout_data(const random_layout& l, bool is_split, unsigned seed)
        : d_in_place(l.in_place),
          d_input_numbers(is_complex_input(l) && !is_split ? 2 : 1),
          d_output_numbers(is_complex_output(l) && !is_split ? 2 : 1),
          d_layout(l)
    {
        std::mt19937 random(seed);
        const auto input = static_cast<std::size_t>(l.input_extent * d_input_numbers);
        const auto output = static_cast<std::size_t>(l.output_extent * d_output_numbers);
        fill(d_in, d_in_place ? std::max(input, output) : input, random);
        fill(d_out, output, random);
    }

    number* in(int part = 0)
    {
        return plane(d_in, part) + d_layout.input_before * d_input_numbers;
    }
    number* out(int part = 0)
    {
        return plane(d_in_place ? d_in : d_out, part) +
               d_layout.output_before * d_output_numbers;
    }

    //! Root of the mean square of the difference, of that of the outputs of \p right;
    //! gaps must be the same.
    double error(const layout_data& right) const
    {
        const auto& mine = d_in_place ? d_in : d_out;
        const auto& others = d_in_place ? right.d_in : right.d_out;
        double off = 0, all = std::numeric_limits<double>::min();
        const bool skips_gaps = d_in_place && d_layout.kind == data_kind::c2r;
        const auto places = d_layout.output_places();
        for (std::size_t i = 0; i < mine.size(); ++i) {
            if (skips_gaps && !places.count(static_cast<std::ptrdiff_t>(i)))
                continue;
            off += std::pow(mine[i] - others[i], 2);
            all += std::pow(others[i], 2);
        }
        return std::sqrt(off / all);
    }

private:
    static bool is_complex_input(const random_layout& l)
    {
        return l.kind == data_kind::dft || l.kind == data_kind::c2r;
    }
    static bool is_complex_output(const random_layout& l)
    {
        return l.kind == data_kind::dft || l.kind == data_kind::r2c;
    }
    //! Both parts in one array: FFTW wants those of other calls as far from each other.
    static void fill(std::vector<number>& parts, std::size_t count, std::mt19937& random)
    {
        std::uniform_real_distribution<double> values(-1, 1);
        parts.resize(2 * count);
        for (auto& v : parts)
            v = static_cast<number>(values(random));
    }
    static number* plane(std::vector<number>& parts, int part)
    {
        return parts.data() + (part ? parts.size() / 2 : 0);
    }

    bool d_in_place;
    int d_input_numbers, d_output_numbers;
    random_layout d_layout;
    std::vector<number> d_in, d_out;
};

//! What a plan is, and whether the device computes it.
template <class functions>
std::string text_of(const functions& of, typename functions::plan plan)
{
    char* text = of.sprint_plan(plan);
    const std::string made = text ? text : "";
    std::free(text);
    return made;
}

inline bool is_on_device(const std::string& plan_text)
{
    return plan_text.rfind("(gpufft ", 0) == 0;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FFTW3_DATA_H */
