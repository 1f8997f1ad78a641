/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/processor.h"
#include <fmt/format.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <cstring>
#define HAS_CPUID 1
#else
#include <sys/auxv.h>
#endif

namespace gpufft::opencl {

namespace {

constexpr int FAMILY_OF_ZEN_3_AND_4 = 0x19; // of which the latter has AVX-512
constexpr int FAMILY_OF_ZEN_5 = 0x1a;

} // namespace

processor this_processor()
{
    processor p;
#ifdef HAS_CPUID
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    unsigned name[3] = {};
    if (!__get_cpuid(0, &eax, &name[0], &name[2], &name[1]))
        return p;
    p.vendor.resize(sizeof(name));
    std::memcpy(p.vendor.data(), name, sizeof(name));
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        constexpr unsigned EXTENDED = 15; // there is more of it
        const unsigned family = eax >> 8 & 15;
        p.family =
            static_cast<int>(family == EXTENDED ? family + (eax >> 20 & 255) : family);
    }
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        p.has_avx512 = ebx & bit_AVX512F;
#endif
    return p;
}

std::string architecture_of(const processor& p)
{
    if (p.vendor != "AuthenticAMD" || !p.has_avx512)
        return "";
    if (p.family == FAMILY_OF_ZEN_3_AND_4)
        return "zen4";
    return p.family == FAMILY_OF_ZEN_5 ? "zen5" : "";
}

#ifdef HAS_CPUID

std::string processor_features()
{
    struct {
        unsigned leaf, part;
        bool of_registers[4]; // eax, ebx, ecx, edx: others tell the core, or its load
    } constexpr FLAGS[] = { { 1, 0, { false, false, true, true } },
                            { 7, 0, { false, true, true, true } },
                            { 7, 1, { true, false, false, true } },
                            { 0xd, 0, { true, true, false, false } },
                            { 0x80000001, 0, { false, false, true, true } } };
    std::string text;
    for (const auto& f : FLAGS) {
        unsigned r[4] = {};
        if (!__get_cpuid_count(f.leaf, f.part, &r[0], &r[1], &r[2], &r[3]))
            continue;
        for (int i = 0; i < 4; ++i)
            if (f.of_registers[i])
                text += fmt::format("{}{:x}", text.empty() ? "" : " ", r[i]);
    }
    return text;
}

#else

std::string processor_features()
{
    return fmt::format("{:x} {:x}", getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}

#endif

} // namespace gpufft::opencl
