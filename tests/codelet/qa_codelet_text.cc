/* SPDX-License-Identifier: GPL-3.0-or-later */
// Every change of a codelet's text shows in review. Golden texts of kernels have a
// codelet's name only (codegen/fold.h).
#include "base/hash.h"
#include "codelet/cosine.h"
#include "codelet/printed_text.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using text_lines = std::vector<std::string>;

std::string joined(const text_lines& lines)
{
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

//! A line that differs where the text does: operations on real numbers, most values alive
//! at once, and the beginning of a hash of the text.
std::string summary(const codelet& c, int points)
{
    const auto lines = c.print(exact_names());
    const auto n = c.count();
    return fmt::format(
        "{} points: {}, {} additions, {} multiplications, {} fused, {} live; "
        "{} lines, {:.8}",
        points,
        c.algorithm(),
        n.additions,
        n.multiplications,
        n.fused,
        n.live_values,
        lines.size(),
        stable_hash({ joined(lines) }));
}

} // namespace

class qa_codelet_text : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_codelet_text);
    CPPUNIT_TEST(small_ones_are_as_reviewed);
    CPPUNIT_TEST(dfts_are_as_reviewed);
    CPPUNIT_TEST(cosines_and_sines_are_as_reviewed);
    CPPUNIT_TEST_SUITE_END();

    static void check(const std::string& name, const text_lines& lines)
    {
        const auto file = fmt::format("{}/codelet/{}.txt", GOLDEN_DIR, name);
        if (std::getenv("GPUFFT_UPDATE_GOLDEN"))
            std::ofstream(file) << joined(lines);
        std::ifstream in(file);
        const std::string reviewed(std::istreambuf_iterator<char>(in), {});
        CPPUNIT_ASSERT_EQUAL_MESSAGE(file + ": if the change is meant, rerun with "
                                            "GPUFFT_UPDATE_GOLDEN=1 and review it",
                                     reviewed,
                                     joined(lines));
    }

    void small_ones_are_as_reviewed()
    {
        check("codelet_4", codelet::dft(4).print(float_names()));
        check("codelet_8", codelet::dft(8).print(float_names()));
        check("codelet_5_fused",
              codelet::dft(5, arithmetic::fused).print(fused(float_names())));
        check("codelet_8_fused",
              codelet::dft(8, arithmetic::fused).print(fused(float_names())));
    }

    void dfts_are_as_reviewed()
    {
        text_lines lines;
        for (const int length : codelet_lengths())
            lines.push_back(summary(codelet::dft(length, arithmetic::fused), length));
        check("dfts", lines);
    }

    void cosines_and_sines_are_as_reviewed()
    {
        text_lines lines;
        for (const bool is_sine : { false, true })
            for (const int type : { 2, 3, 4 })
                for (int length = 1; length <= MAX_CODELET_LENGTH; ++length)
                    if (has_cosine_codelet({ type, is_sine }, length))
                        lines.push_back(
                            summary(cosine_codelet({ type, is_sine }, length), length));
        check("cosines", lines);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_codelet_text);
