/* SPDX-License-Identifier: GPL-3.0-or-later */
// Arrays that begin anywhere a float or a half may: what they hold is computed as that of
// aligned arrays is, and nothing beside the output is written.
#include "exec/rows/stream_executor.h"
#include "support/judges/half.h"
#include "support/some_of.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t VECTOR_BYTES = 64;
constexpr unsigned char GUARD = 0xa5;

struct arrays_case {
    const char* why; // this row is in the table
    std::int64_t length;
    std::size_t rows;
};

const arrays_case CASES[] = {
    { "shorter than a vector", 3, 50 },   { "a vector or less a row", 16, 33 },
    { "vectors along a row", 256, 5 },    { "rows that end inside a vector", 100, 40 },
    { "rows of a prime length", 17, 40 }, { "three stages", 1000, 17 },
    { "several passes", 65536, 1 },
};

//! An array that begins \p offset bytes behind a multiple of VECTOR_BYTES.
class array
{
public:
    array(std::size_t bytes, std::size_t offset)
        : d_bytes(bytes),
          d_size((bytes + 3 * VECTOR_BYTES) / VECTOR_BYTES * VECTOR_BYTES),
          d_all(static_cast<unsigned char*>(std::aligned_alloc(VECTOR_BYTES, d_size)),
                &std::free),
          d_begin(d_all.get() + VECTOR_BYTES + offset)
    {
        std::memset(d_all.get(), GUARD, d_size);
    }

    unsigned char* data() { return d_begin; }

    bool is_guarded() const
    {
        const auto* end = d_all.get() + d_size;
        for (const auto* p = d_all.get(); p < d_begin; ++p)
            if (*p != GUARD)
                return false;
        for (const auto* p = d_begin + d_bytes; p < end; ++p)
            if (*p != GUARD)
                return false;
        return true;
    }

private:
    std::size_t d_bytes, d_size;
    std::unique_ptr<unsigned char, decltype(&std::free)> d_all;
    unsigned char* d_begin;
};

} // namespace

class qa_unaligned : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_unaligned);
    CPPUNIT_TEST(computes_the_same_at_any_address);
    CPPUNIT_TEST(computes_the_same_in_place);
    CPPUNIT_TEST(computes_the_same_of_halves);
    CPPUNIT_TEST_SUITE_END();

    //! Random values of the precision, as they are stored.
    static std::vector<unsigned char> noise(std::size_t numbers, precision number)
    {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<unsigned char> made;
        const auto add = [&](const auto& x) {
            const auto* bytes = reinterpret_cast<const unsigned char*>(&x);
            made.insert(made.end(), bytes, bytes + sizeof(x));
        };
        for (std::size_t i = 0; i < numbers; ++i) {
            if (number == precision::float16)
                add(half_of(any(random)));
            else
                add(any(random));
        }
        return made;
    }

    void check(const arrays_case& c, bool in_place, precision number)
    {
        transform t(c.length);
        t.in_place = in_place;
        t.number = number;
        stream_executor stream(t, "auto");
        const auto x = noise(2 * c.length * c.rows, number);
        const auto bytes = x.size();
        const auto run = [&](array& in, array& out) {
            std::memcpy(in.data(), x.data(), bytes);
            stream.submit(in.data(), out.data(), c.rows);
            stream.wait_oldest();
        };
        array aligned_in(bytes, 0), aligned_out(bytes, 0);
        auto& expected = in_place ? aligned_in : aligned_out;
        run(aligned_in, expected);
        // Arrays of halves begin half as far on, where no float may.
        const std::size_t part = number == precision::float16 ? 2 : 1;
        for (const auto& [in_at, out_at] :
             { std::pair(8, 0), { 0, 8 }, { 4, 60 }, { 24, 24 }, { 32, 56 } }) {
            array in(bytes, in_at / part), out(bytes, out_at / part);
            auto& made = in_place ? in : out;
            run(in, made);
            const auto where = fmt::format("{}: length {}, {} bytes, {} bytes",
                                           c.why,
                                           c.length,
                                           in_at / part,
                                           out_at / part);
            CPPUNIT_ASSERT_MESSAGE(where,
                                   std::memcmp(made.data(), expected.data(), bytes) == 0);
            CPPUNIT_ASSERT_MESSAGE(where, in.is_guarded() && out.is_guarded());
            if (!in_place)
                CPPUNIT_ASSERT_MESSAGE(where,
                                       std::memcmp(in.data(), x.data(), bytes) == 0);
        }
    }

public:
    void computes_the_same_at_any_address()
    {
        for (const auto& c : some_of(CASES))
            check(c, false, precision::float32);
    }

    void computes_the_same_in_place()
    {
        for (const auto& c : some_of(CASES))
            check(c, true, precision::float32);
    }

    void computes_the_same_of_halves()
    {
        for (const auto& c : some_of(CASES))
            check(c, false, precision::float16);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_unaligned);
