/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/library/version_text.h"
#include "device/cuda/nvrtc/compilers.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::cuda {

namespace {

bool knows(const compiler& one, int architecture)
{
    const auto& all = one.architectures();
    return std::binary_search(all.begin(), all.end(), architecture);
}

int nearest(const compiler& one, int architecture)
{
    return nearest_architecture(architecture, one.architectures());
}

} // namespace

//! The compiler number \p i of those that can be loaded; nullptr: there are fewer.
const compiler* compilers::at(std::size_t i)
{
    while (d_loaded.size() <= i && !d_files.empty()) {
        const auto file = d_files.front();
        d_files.erase(d_files.begin());
        std::string reason;
        try {
            auto one = std::make_shared<const compiler>(file);
            if (one->version_number() / 1000 <= d_driver_version / 1000)
                d_loaded.push_back(std::move(one));
            else
                reason = fmt::format("{} is of CUDA {}, the driver is for {}",
                                     file,
                                     one->version(),
                                     version_text(d_driver_version));
        } catch (const load_error& error) {
            reason = error.what();
        } catch (const device_error& error) {
            reason = error.what();
        }
        if (!reason.empty())
            d_reasons += (d_reasons.empty() ? "" : "; ") + reason;
    }
    return i < d_loaded.size() ? d_loaded[i].get() : nullptr;
}

compilers::choice compilers::choose(int architecture)
{
    for (std::size_t i = 0; const auto* one = at(i); ++i)
        if (knows(*one, architecture))
            return { d_loaded[i], fmt::format("sm_{}", architecture) };

    std::shared_ptr<const compiler> best;
    for (const auto& one : d_loaded)
        if (one->version_number() <= d_driver_version &&
            nearest(*one, architecture) > (best ? nearest(*best, architecture) : 0))
            best = one;
    return { best, best ? target_for(architecture, best->architectures()) : "" };
}

bool compilers::needs_newer_driver(int architecture) const
{
    return std::any_of(d_loaded.begin(), d_loaded.end(), [&](const auto& one) {
        return nearest(*one, architecture) > 0;
    });
}

std::string compilers::why_none(int architecture) const
{
    if (d_loaded.empty())
        return "no compiler (NVRTC) that fits the driver: " +
               (d_reasons.empty() ? "$GPUFFT_NVRTC names none" : d_reasons);
    const auto& first = *d_loaded.front();
    if (needs_newer_driver(architecture))
        return fmt::format(
            "NVRTC {} does not know sm_{}, and a driver for CUDA {} takes no "
            "PTX of it",
            first.version(),
            architecture,
            version_text(d_driver_version));
    return fmt::format("NVRTC {} compiles for sm_{} and later: install one of an earlier "
                       "version",
                       first.version(),
                       first.architectures().empty() ? 0 : first.architectures().front());
}

} // namespace gpufft::cuda
