/* SPDX-License-Identifier: GPL-3.0-or-later */
// The text of load and store operations, compiled for the host, around a plain inner DFT.
#include "codegen/io_texts.h"
#include "plan/ir/dft_length.h"
#include "plan/roots/convolution.h"
#include "plan/simt/io_tables.h"
#include "reference/interpreter/plain_dft.h"
#include "support/transforms/io_cases.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <array>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;
using lengths = std::vector<std::int64_t>;
using position = std::vector<unsigned int>;

double2 pair_of(complex z) { return { z.real(), z.imag() }; }
complex value_of(double2 z) { return { z.x, z.y }; }

std::int64_t count(const lengths& shape)
{
    std::int64_t product = 1;
    for (const auto n : shape)
        product *= n;
    return product;
}

position taken_apart(std::int64_t i, const lengths& shape)
{
    position index(shape.size());
    for (std::size_t d = shape.size(); d-- > 0;) {
        index[d] = static_cast<unsigned int>(i % shape[d]);
        i /= shape[d];
    }
    return index;
}

//! Number of the point whose indices are those of point \p i negated.
std::int64_t mirror_of(std::int64_t i, const lengths& shape)
{
    const auto index = taken_apart(i, shape);
    std::int64_t mirror = 0;
    for (std::size_t d = 0; d < shape.size(); ++d)
        mirror = mirror * shape[d] + (shape[d] - index[d]) % shape[d];
    return mirror;
}

//! Numbers as they lie in the arrays of a load or store operation.
std::array<std::vector<double>, 2> stored(const std::vector<wide>& values, element as)
{
    std::array<std::vector<double>, 2> arrays;
    for (const auto& v : values) {
        arrays[0].push_back(static_cast<double>(v.real()));
        if (as != element::real)
            arrays[as == element::planar].push_back(static_cast<double>(v.imag()));
    }
    return arrays;
}

std::vector<wide> values_in(const std::array<std::vector<double>, 2>& arrays, element as)
{
    std::vector<wide> values;
    if (as == element::complex) {
        for (std::size_t i = 0; i < arrays[0].size(); i += 2)
            values.emplace_back(arrays[0][i], arrays[0][i + 1]);
        return values;
    }
    for (std::size_t i = 0; i < arrays[0].size(); ++i)
        values.emplace_back(arrays[0][i], as == element::planar ? arrays[1][i] : 0);
    return values;
}

//! A kernel of one row: load and store operations as text, the inner DFT between them
//! computed plainly.
class plain_kernel
{
public:
    plain_kernel(const io_case& c, const io_texts& text)
        : d_case(c), d_p(c.made), d_text(text)
    {
        std::vector<complex> table;
        append_io_tables(table, lay_out_io_tables(d_p, 0));
        for (const auto& root : table)
            d_twiddles.push_back(pair_of(root));
        if (d_p.has_indices())
            d_indices = rader_indices(dft_length(d_p, d_p.load), d_p.order.generator);
        for (const auto& d : d_p.dimensions)
            d_shape.push_back(d.length);
    }

    std::vector<wide> run(const std::vector<wide>& values)
    {
        auto in = stored(values, d_p.load.stored);
        auto out = stored(std::vector<wide>(d_case.output_elements(), std::nan("")),
                          d_p.store.stored);
        const io_memory m = { { in[0].data(), in[1].data() },
                              { out[0].data(), out[1].data() },
                              d_twiddles.data(),
                              d_case.window.data(),
                              d_indices.data(),
                              d_case.request.scale };
        complex_points x;
        for (std::int64_t i = 0; i < count(d_shape); ++i)
            x.push_back(value_of(d_text.load(m, taken_apart(i, d_shape).data())));
        if (d_p.has_indices())
            store_by_rader(m, x);
        else
            store(m, d_p.convolves ? convolved(x) : plain_dft(x, d_shape));
        return values_in(out, d_p.store.stored);
    }

private:
    complex_points convolved(const complex_points& x) const
    {
        auto y = plain_dft(x);
        const auto spectrum = convolution_spectrum(d_p);
        for (std::size_t k = 0; k < y.size(); ++k)
            y[k] *= spectrum[k];
        return plain_inverse_dft(y);
    }

    void store_by_rader(const io_memory& m, const complex_points& x) const
    {
        const auto first = value_of(d_text.load_first(m));
        auto sum = first;
        for (const auto& value : x)
            sum += value;
        auto y = convolved(x);
        for (auto& value : y)
            value += first;
        store(m, y);
        d_text.store_first(m, pair_of(sum));
    }

    void store(const io_memory& m, const complex_points& z) const
    {
        auto shape = d_shape;
        if (!d_p.store.needs_pairs()) {
            for (std::int64_t i = 0; i < count(shape); ++i)
                d_text.store(m, taken_apart(i, shape).data(), pair_of(z[i]));
            return;
        }
        if (d_p.convolves) // its own points are the first ones
            shape.back() = dft_length(d_p, d_p.store);
        for (std::int64_t i = 0; i < count(shape); ++i)
            d_text.store_mirrored(m,
                                  taken_apart(i, shape).data(),
                                  pair_of(z[i]),
                                  pair_of(z[mirror_of(i, shape)]));
    }

    const io_case& d_case;
    const pass& d_p;
    const io_texts& d_text;
    std::vector<double2> d_twiddles;
    std::vector<std::uint32_t> d_indices;
    lengths d_shape;
};

} // namespace

class qa_io_texts : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_io_texts);
    CPPUNIT_TEST(computes_the_definitions);
    CPPUNIT_TEST_SUITE_END();

    void computes_the_definitions()
    {
        const auto cases = io_texts_cases();
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const auto in = input_of(cases[i], 1);
            const auto got = plain_kernel(cases[i], ENDS_TEXT[i]).run(in);
            const auto error = relative_error(got, expected_of(cases[i], in));
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.2e}", cases[i].why, error),
                                   error <= 1e-12);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_io_texts);
