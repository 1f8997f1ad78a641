/* SPDX-License-Identifier: GPL-3.0-or-later */
// Environment variables that take words: others are said, once, and as not set. Those
// that name folders are not set in programs with more rights than their user's.
#include "base/env.h"
#include "base/log.h"
#include <cppunit/extensions/HelperMacros.h>
#include <spdlog/sinks/ostream_sink.h>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

using namespace gpufft;

namespace {

bool s_has_more_rights = false; // than the user who started it

} // namespace

//! The system's, as a program sees it that is set-user-ID or has capabilities.
extern "C" char* secure_getenv(const char* name) noexcept
{
    return s_has_more_rights ? nullptr : std::getenv(name);
}

namespace {

struct variable {
    const char* name;
    std::string (*value)();
    const char* word;
    const char* other_words; // as the warning names them
};

const variable VARIABLES[] = {
    { "GPUFFT_BEGIN", env::begin, "compiled", "\"compiled\" or \"at_once\"" },
    { "GPUFFT_BEGIN", env::begin, "at_once", "\"compiled\" or \"at_once\"" },
    { "GPUFFT_KERNEL_CACHE", env::kernel_cache, "driver", "\"driver\"" },
    { "GPUFFT_POCL", env::pocl, "driver", "\"driver\" or \"queues\"" },
    { "GPUFFT_FFTW_REPORT", env::fftw_report, "1", "\"0\" or \"1\"" },
};

struct place {
    const char* name;
    std::string (*value)();
    std::string comes_to; // where it is set to /tmp/x and no other one is
};

const place PLACES[] = {
    { "GPUFFT_BACKEND_DIR", env::backend_dir, "/tmp/x" },
    { "GPUFFT_DUMP_DIR", env::dump_dir, "/tmp/x" },
    { "PYTHONPATH", env::python_path, "/tmp/x" },
    { "POCL_CACHE_DIR", env::pocl_cache_dir, "/tmp/x" },
    { "TMPDIR", env::temporary_dir, "/tmp/x" },
    { "GPUFFT_NVRTC", env::nvrtc, "/tmp/x" },
    { "VIRTUAL_ENV", env::virtual_env, "/tmp/x" },
    { "CONDA_PREFIX", env::conda_prefix, "/tmp/x" },
    { "CUDA_HOME", env::cuda_home, "/tmp/x" },
    { "CUDA_PATH", env::cuda_path, "/tmp/x" },
    { "XDG_CACHE_HOME", env::cache_dir, "/tmp/x/gpufft" },
    { "HOME", env::cache_dir, "/tmp/x/.cache/gpufft" },
    { "HOME", env::home, "/tmp/x" },
};

//! What is logged meanwhile.
std::string logged_by(const std::function<void()>& work)
{
    std::ostringstream lines;
    const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(lines);
    sink->set_pattern("%l: %v");
    log().sinks().push_back(sink);
    work();
    log().sinks().pop_back();
    return lines.str();
}

} // namespace

class qa_env : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_env);
    CPPUNIT_TEST(words_are_taken);
    CPPUNIT_TEST(unknown_words_are_said_once);
    CPPUNIT_TEST(numbers_are_whole);
    CPPUNIT_TEST(what_pocl_compiles_with_is_told_apart);
    CPPUNIT_TEST(places_are_not_set_where_a_program_has_more_rights);
    CPPUNIT_TEST_SUITE_END();

public:
    void tearDown() override
    {
        for (const auto& v : VARIABLES)
            unsetenv(v.name);
        s_has_more_rights = false;
    }

    void what_pocl_compiles_with_is_told_apart()
    {
        unsetenv("POCL_EXTRA_BUILD_FLAGS");
        unsetenv("POCL_WORK_GROUP_METHOD");
        CPPUNIT_ASSERT_EQUAL(std::string(), env::pocl_compiler());
        setenv("POCL_WORK_GROUP_METHOD", "cbs", 1);
        CPPUNIT_ASSERT_EQUAL(std::string("POCL_WORK_GROUP_METHOD=cbs"),
                             env::pocl_compiler());
        setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 1);
        CPPUNIT_ASSERT_EQUAL(std::string("POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable "
                                         "POCL_WORK_GROUP_METHOD=cbs"),
                             env::pocl_compiler());
        unsetenv("POCL_EXTRA_BUILD_FLAGS");
        unsetenv("POCL_WORK_GROUP_METHOD");
    }

    void words_are_taken()
    {
        for (const auto& v : VARIABLES) {
            const auto said = logged_by([&] {
                unsetenv(v.name);
                CPPUNIT_ASSERT_EQUAL(std::string(), v.value());
                setenv(v.name, v.word, 1);
                CPPUNIT_ASSERT_EQUAL(std::string(v.word), v.value());
            });
            CPPUNIT_ASSERT_EQUAL(std::string(), said);
        }
    }

    void unknown_words_are_said_once()
    {
        int number = 0;
        for (const auto& v : VARIABLES) {
            const auto wrong = v.word + std::to_string(number++); // another each time
            const auto said = logged_by([&] {
                setenv(v.name, wrong.c_str(), 1);
                for (int i = 0; i < 3; ++i)
                    CPPUNIT_ASSERT_EQUAL(std::string(), v.value());
            });
            CPPUNIT_ASSERT_EQUAL("warning: " + std::string(v.name) + " is \"" + wrong +
                                     "\", which is taken as not set; it may be " +
                                     v.other_words + "\n",
                                 said);
        }
    }

    void numbers_are_whole()
    {
        const auto value_of = [](const char* text) {
            setenv("GPUFFT_KERNEL_CACHE_MIB", text, 1);
            return env::kernel_cache_mib();
        };
        std::string said = logged_by([&] {
            CPPUNIT_ASSERT(!value_of(""));
            CPPUNIT_ASSERT(value_of("0") == std::optional<std::uint32_t>(0));
            CPPUNIT_ASSERT(value_of("4294967295") ==
                           std::optional<std::uint32_t>(4294967295U));
        });
        CPPUNIT_ASSERT_EQUAL(std::string(), said);
        for (const char* wrong : { "-1", "1.5", "1 GiB", "4294967296", " 1", "much" }) {
            said = logged_by([&] {
                CPPUNIT_ASSERT(!value_of(wrong));
                CPPUNIT_ASSERT(!value_of(wrong));
            });
            CPPUNIT_ASSERT_EQUAL("warning: GPUFFT_KERNEL_CACHE_MIB is \"" +
                                     std::string(wrong) +
                                     "\", which is taken as not set; it may be a whole "
                                     "number of 0 .. 4294967295\n",
                                 said);
        }
        unsetenv("GPUFFT_KERNEL_CACHE_MIB");
    }

    // Its user may say what it computes on, not where code comes from that it runs.
    void places_are_not_set_where_a_program_has_more_rights()
    {
        for (const auto& each : PLACES)
            unsetenv(each.name);
        for (const auto& each : PLACES) {
            setenv(each.name, "/tmp/x", 1);
            s_has_more_rights = false;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(each.name, each.comes_to, each.value());
            s_has_more_rights = true;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(each.name, std::string(), each.value());
            unsetenv(each.name);
        }
        setenv("XDG_CACHE_HOME", "not/absolute", 1);
        CPPUNIT_ASSERT(!env::has_invalid_cache_home());
        s_has_more_rights = false;
        CPPUNIT_ASSERT(env::has_invalid_cache_home());
        unsetenv("XDG_CACHE_HOME");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_env);
