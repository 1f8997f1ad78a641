/* SPDX-License-Identifier: GPL-3.0-or-later */
// Arrays that begin anywhere a float may: what they hold is computed as that of aligned
// arrays is, and nothing beside the output is written.
#include "exec/stream_executor.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

using namespace gpufft;

namespace {

using complex = std::complex<float>;

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

//! Bytes that begin \p offset bytes behind a multiple of VECTOR_BYTES.
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
    CPPUNIT_TEST_SUITE_END();

    std::vector<complex> noise(std::size_t count)
    {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<complex> made(count);
        for (auto& x : made)
            x = { any(random), any(random) };
        return made;
    }

    void check(const arrays_case& c, bool in_place)
    {
        transform t(c.length);
        t.in_place = in_place;
        stream_executor stream(t, "auto");
        const auto x = noise(c.length * c.rows);
        const auto bytes = x.size() * sizeof(complex);
        const auto run = [&](array& in, array& out) {
            std::memcpy(in.data(), x.data(), bytes);
            stream.submit(in.data(), out.data(), c.rows);
            stream.wait_oldest();
        };
        array aligned_in(bytes, 0), aligned_out(bytes, 0);
        auto& expected = in_place ? aligned_in : aligned_out;
        run(aligned_in, expected);
        for (const auto& [in_at, out_at] :
             { std::pair(8, 0), { 0, 8 }, { 4, 60 }, { 24, 24 }, { 32, 56 } }) {
            array in(bytes, in_at), out(bytes, out_at);
            auto& made = in_place ? in : out;
            run(in, made);
            const auto where = fmt::format(
                "{}: length {}, {} bytes, {} bytes", c.why, c.length, in_at, out_at);
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
        for (const auto& c : CASES)
            check(c, false);
    }

    void computes_the_same_in_place()
    {
        for (const auto& c : CASES)
            check(c, true);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_unaligned);
