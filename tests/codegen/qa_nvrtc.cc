/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA text of a list of plans goes through NVRTC, which needs no GPU.
#include "codegen/generate.h"
#include "support/every_transform.h"
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
        auto wanted = every_transform();
        for (const auto& v : variants(60))
            wanted.push_back(v.what);
        for (const auto length : { 1, 2, 16, 26, 1001, 1024, 4096, 1 << 20 })
            wanted.emplace_back(length);
        // Each on one device and architecture: between them they see every form.
        std::size_t turn = 0;
        for (const auto& t : wanted) {
            auto limits = LIMITS[2 + turn % 4].limits;
            limits.has_float64 = true;
            const auto* architecture = turn / 4 % 2 ? "sm_80" : "sm_90";
            for (const auto& source :
                 generate_kernels(choose_plan(t, limits), cuda_dialect()))
                compile(source, architecture);
            ++turn;
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_nvrtc);
