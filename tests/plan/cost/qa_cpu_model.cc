/* SPDX-License-Identifier: GPL-3.0-or-later */
// Models of processors: the files that come with the library, and lines that are wrong.
#include "plan/cost/cpu_model.h"
#include "plan/ir/vector_kernel.h"
#include <cppunit/extensions/HelperMacros.h>
#include <stdexcept>
#include <tuple>

namespace gpufft {

namespace {

cpu_model model_of(const std::string& architecture)
{
    device_limits limits;
    limits.architecture = architecture;
    return cpu_model_of(limits);
}

//! What tells the models apart.
auto numbers_of(const cpu_model& m)
{
    return std::tuple(m.l1_bytes,
                      m.l2_bytes,
                      m.l3_bytes_per_core,
                      m.issue_bits,
                      m.short_row_points,
                      m.stored_bins_points,
                      m.stored_bins_points_of_half,
                      m.loaded_bins_points,
                      m.prefetched_short_rows,
                      m.prefetched_transpose_blocks);
}

struct refusal {
    const char* why;
    const char* line;
    const char* words;
};

const refusal REFUSED[] = {
    { "no number", "issue-bits =", "\"issue-bits =\" is not name = number" },
    { "no whole number", "issue-bits = 1.5", "is not name = number" },
    { "a number too long", "issue-bits = 1234567890123456", "is not name = number" },
    { "a name that is none", "issue = 1", "\"issue = 1\": a model has no issue" },
    { "more behind it", "issue-bits = 256 # Zen 4", "is not name = number" },
};

} // namespace

class qa_cpu_model : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cpu_model);
    CPPUNIT_TEST(files_are_read);
    CPPUNIT_TEST(processors_without_a_file_have_the_generic_model);
    CPPUNIT_TEST(others_differ_where_their_file_says);
    CPPUNIT_TEST(lines_without_caches_mean_the_generic_ones);
    CPPUNIT_TEST(limits_may_say_caches_and_width);
    CPPUNIT_TEST(lines_that_are_wrong_are_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void files_are_read()
    {
        CPPUNIT_ASSERT(CPU_MODELS.size() >= 3);
        for (const auto& text : CPU_MODELS) {
            const auto model = model_of(text.architecture);
            CPPUNIT_ASSERT(model.issue_bits >= 128);
            CPPUNIT_ASSERT(model.l1_bytes >= 8 * 1024);
            CPPUNIT_ASSERT(model.l2_bytes > model.l1_bytes);
            CPPUNIT_ASSERT(model.l3_bytes_per_core > 0);
            for (const auto sixteenths : { model.small_batch_in_lanes,
                                           model.small_batch_in_passes,
                                           model.small_batch_of_reals_one_io_pass,
                                           model.small_batch_of_reals_vector_io_passes,
                                           model.small_batch_of_reals_io_passes,
                                           model.small_batch_of_nd_rows,
                                           model.small_batch_of_convolved_rows })
                CPPUNIT_ASSERT(sixteenths > 0 && sixteenths <= 16);
        }
    }

    void processors_without_a_file_have_the_generic_model()
    {
        CPPUNIT_ASSERT(numbers_of(model_of("generic")) == numbers_of(model_of("")));
        CPPUNIT_ASSERT(numbers_of(model_of("generic")) == numbers_of(model_of("sm_90")));
        CPPUNIT_ASSERT(numbers_of(model_of("generic")) != numbers_of(model_of("zen4")));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(512), model_of("").issue_bits);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(AUTO_PREFETCH),
                             model_of("").prefetched_transpose_blocks);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(AUTO_PREFETCH),
                             model_of("").prefetched_short_rows);
    }

    void others_differ_where_their_file_says()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(256), model_of("zen4").issue_bits);
        CPPUNIT_ASSERT_EQUAL(model_of("").short_row_points,
                             model_of("zen4").short_row_points);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(128), model_of("zen5").short_row_points);
        CPPUNIT_ASSERT_EQUAL(model_of("").issue_bits, model_of("zen5").issue_bits);
    }

    // What a line does not say is never another number: lines are kept in wisdom.
    void lines_without_caches_mean_the_generic_ones()
    {
        CPPUNIT_ASSERT_EQUAL(DEFAULT_L1_BYTES, model_of("").l1_bytes);
        CPPUNIT_ASSERT_EQUAL(DEFAULT_L2_BYTES, model_of("").l2_bytes);
        CPPUNIT_ASSERT_EQUAL(DEFAULT_L1_BYTES, vector_kernel().l1_bytes);
        CPPUNIT_ASSERT_EQUAL(DEFAULT_L2_BYTES, vector_kernel().l2_bytes);
    }

    void limits_may_say_caches_and_width()
    {
        for (const auto* architecture : { "", "zen4" }) {
            device_limits limits;
            limits.architecture = architecture;
            limits.l2_bytes = 2 << 20;
            auto expected = model_of(architecture);
            expected.l2_bytes = 2 << 20;
            limits.l1_bytes = expected.l1_bytes = 48 << 10;
            limits.issue_bits = expected.issue_bits = 128;
            CPPUNIT_ASSERT(numbers_of(expected) == numbers_of(cpu_model_of(limits)));
        }
    }

    void lines_that_are_wrong_are_refused()
    {
        for (const auto& r : REFUSED) {
            try {
                parse_cpu_model(r.line, model_of(""));
                CPPUNIT_FAIL(r.why);
            } catch (const std::invalid_argument& e) {
                CPPUNIT_ASSERT_MESSAGE(
                    e.what(), std::string(e.what()).find(r.words) != std::string::npos);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cpu_model);

} // namespace gpufft
