/* SPDX-License-Identifier: GPL-3.0-or-later */
// The fake device's load and store operations of every kind, against the reference.
#include "math/half.h"
#include "reference/interpreter/pass_interpreter.h"
#include "support/transforms/io_cases.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t ROWS = 2;

//! The arrays that hold the elements of a load or store operation.
class stored_elements
{
public:
    stored_elements(element stored, precision number, bool is_float16, std::size_t count)
        : d_end(), d_number(number)
    {
        d_end.stored = stored;
        d_end.is_float16 = is_float16;
        const std::size_t part = is_float16 ? 2 : number == precision::float64 ? 8 : 4;
        const std::size_t parts = stored == element::complex ? 2 : 1;
        for (std::size_t i = 0; i < (stored == element::planar ? 2 : 1); ++i)
            d_arrays[i].assign(count * part * parts, 0xff); // NaN where none writes
    }

    std::array<memory_view, 2> views()
    {
        return { memory_view{ d_arrays[0].data(), d_arrays[0].size() },
                 memory_view{ d_arrays[1].data(), d_arrays[1].size() } };
    }

    void set(const std::vector<wide>& values)
    {
        const element_memory memory("the test", views(), d_end, d_number);
        for (std::size_t i = 0; i < values.size(); ++i)
            memory.set_complex(i, std::complex<double>(values[i]));
    }

    std::vector<wide> get(std::size_t count)
    {
        const element_memory memory("the test", views(), d_end, d_number);
        std::vector<wide> values;
        for (std::size_t i = 0; i < count; ++i)
            values.emplace_back(memory.complex(i));
        return values;
    }

private:
    io_operation d_end;
    precision d_number;
    std::array<std::vector<unsigned char>, 2> d_arrays;
};

//! What the interpreter makes of \p in.
std::vector<wide> interpreted(const io_case& c, const std::vector<wide>& in)
{
    const auto& p = c.made;
    stored_elements from(p.load.stored, p.number, p.load.is_float16, in.size());
    stored_elements to(
        p.store.stored, p.number, p.store.is_float16, ROWS * c.output_elements());
    from.set(in);
    auto window = c.window;
    std::vector<float> narrow(window.begin(), window.end());
    pass_memory memory;
    memory.in = from.views();
    memory.out = to.views();
    memory.scale = c.request.scale;
    memory.window = p.number == precision::float64
                        ? memory_view{ window.data(), window.size() * sizeof(double) }
                        : memory_view{ narrow.data(), narrow.size() * sizeof(float) };
    interpret_pass(p, memory, ROWS);
    return to.get(ROWS * c.output_elements());
}

void assert_agrees(const io_case& c, double bound)
{
    const auto in = input_of(c, ROWS);
    const auto error = relative_error(interpreted(c, in), expected_of(c, in));
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.2e}", c.why, error), error <= bound);
}

} // namespace

class qa_plain_io : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plain_io);
    CPPUNIT_TEST(agree_with_the_definitions);
    CPPUNIT_TEST(agree_in_single_precision);
    CPPUNIT_TEST(agree_with_halves_stored);
    CPPUNIT_TEST(halves_round_to_even);
    CPPUNIT_TEST_SUITE_END();

    void agree_with_the_definitions()
    {
        for (const auto& c : io_cases(24))
            assert_agrees(c, 1e-13);
    }

    void agree_in_single_precision()
    {
        for (auto& c : io_cases(6)) {
            c.made.number = precision::float32;
            assert_agrees(c, 1e-6);
        }
    }

    void agree_with_halves_stored()
    {
        for (auto& c : io_cases(6)) {
            c.made.number = precision::float16;
            c.made.load.is_float16 = c.made.store.is_float16 = true;
            assert_agrees(c, 3e-3);
        }
    }

    void halves_round_to_even()
    {
        struct {
            const char* why;
            double value;
            std::uint16_t bits;
        } const rows[] = {
            { "one", 1, 0x3c00 },
            { "negative", -2, 0xc000 },
            { "a tie goes to the even one below", 2049, 0x6800 },
            { "and above", 2051, 0x6802 },
            { "the largest", 65504, 0x7bff },
            { "the last before infinity", 65519.9, 0x7bff },
            { "infinity", 65520, 0x7c00 },
            { "the least normal", 6.103515625e-05, 0x0400 },
            { "denormal", 5.9604644775390625e-08, 0x0001 },
            { "a tie at nothing", 2.98023223876953125e-08, 0x0000 },
            { "negative zero", -0.0, 0x8000 },
            { "rounds up into a new exponent", 1.9999, 0x4000 },
        };
        for (const auto& row : rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, row.bits, to_half(row.value));
        CPPUNIT_ASSERT(std::isnan(from_half(to_half(std::nan("")))));
        for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
            const auto value = from_half(static_cast<std::uint16_t>(bits));
            if (!std::isnan(value))
                CPPUNIT_ASSERT_EQUAL(static_cast<std::uint16_t>(bits), to_half(value));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plain_io);
