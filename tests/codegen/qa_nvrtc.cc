/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA text of a list of plans goes through NVRTC, which needs no GPU.
#include "codegen/generate.h"
#include "support/limits.h"
#include "support/transforms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <nvrtc.h>

using namespace gpufft;
using namespace gpufft::testing;

class qa_nvrtc : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_nvrtc);
    CPPUNIT_TEST(accepts_every_form_of_kernel);
    CPPUNIT_TEST_SUITE_END();

    static void compile(const kernel_source& source, const char* architecture)
    {
        nvrtcProgram program = nullptr;
        CPPUNIT_ASSERT_EQUAL(
            NVRTC_SUCCESS,
            nvrtcCreateProgram(
                &program, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr));
        const std::string target = std::string("--gpu-architecture=") + architecture;
        const char* options[] = {
            target.c_str(), "--std=c++17", "-Werror", "all-warnings"
        };
        const auto status = nvrtcCompileProgram(program, 2, options);
        std::size_t bytes = 0;
        nvrtcGetProgramLogSize(program, &bytes);
        std::string log(bytes, '\0');
        nvrtcGetProgramLog(program, log.data());
        nvrtcDestroyProgram(&program);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            source.name + " for " + architecture + ":\n" + log, NVRTC_SUCCESS, status);
    }

    void accepts_every_form_of_kernel()
    {
        std::vector<transform> wanted;
        for (const auto& v : variants(60))
            wanted.push_back(v.what);
        for (const auto length : { 1, 2, 16, 26, 1001, 1024, 4096, 1 << 20 }) {
            transform t;
            t.length = length;
            wanted.push_back(t);
        }
        for (const auto& t : wanted) {
            for (const auto* on : { &LIMITS[3], &LIMITS[4] }) {
                const auto made = choose_plan(t, on->limits);
                for (const auto& source : generate_kernels(made, cuda_dialect())) {
                    compile(source, "sm_80");
                    compile(source, "sm_90");
                }
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_nvrtc);
