/* SPDX-License-Identifier: GPL-3.0-or-later */
// A clFFT that plans nothing: it ends the process, or says that it cannot.
#include <cstddef>
#include <cstdlib>
#include <string>

namespace {

constexpr int NOT_IMPLEMENTED = 4097;

bool is_told(const char* word)
{
    const char* told = std::getenv("FAKE_CLFFT");
    return told && std::string(told) == word;
}

} // namespace

extern "C" {

int clfftGetVersion(unsigned* major, unsigned* minor, unsigned* patch)
{
    *major = 2;
    *minor = *patch = 0;
    return 0;
}
int clfftSetup(const void*) { return 0; }
int clfftCreateDefaultPlan(std::size_t*, void*, int, const std::size_t*) { return 0; }
int clfftSetPlanPrecision(std::size_t, int) { return 0; }
int clfftSetLayout(std::size_t, int, int) { return 0; }
int clfftSetResultLocation(std::size_t, int) { return 0; }
int clfftSetPlanBatchSize(std::size_t, std::size_t) { return 0; }
int clfftSetPlanInStride(std::size_t, int, std::size_t*) { return 0; }
int clfftSetPlanOutStride(std::size_t, int, std::size_t*) { return 0; }
int clfftSetPlanDistance(std::size_t, std::size_t, std::size_t) { return 0; }
int clfftBakePlan(std::size_t, unsigned, void**, const void*, void*)
{
    if (is_told("refuse"))
        return NOT_IMPLEMENTED;
    if (!is_told("crash_later"))
        std::abort();
    return 0;
}
int clfftEnqueueTransform(std::size_t,
                          int,
                          unsigned,
                          void**,
                          unsigned,
                          void* const*,
                          void**,
                          void**,
                          void**,
                          void*)
{
    std::abort();
}
}
