/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/frames/spectra/spectrum_kernels.h"
#include "plan/ir/enum_names.h"
#include "plan/request/refuse.h"
#include <vector>

namespace gpufft {

namespace {

accumulation accumulation_of(average how)
{
    switch (how) {
    case average::highest:
        return accumulation::highest;
    case average::lowest:
        return accumulation::lowest;
    default:
        return accumulation::sum;
    }
}

} // namespace

accumulations accumulations_of(const spectrum_request& request, average how)
{
    accumulations all = accumulation_of(how);
    for (const auto each :
         request.beside ? request.beside->planes() : std::vector<accumulation>())
        all.add(each);
    if (how == average::exponential && all != accumulation::sum)
        refuse("{} beside an exponential average is asked for; beside means and "
               "extremes it works",
               name_of(*request.beside));
    return all;
}

spectrum_kernels build_spectrum_kernels(const spectrum_request& request,
                                        average how,
                                        const std::shared_ptr<device>& on,
                                        std::shared_ptr<frame_front> front,
                                        effort by,
                                        const spectrum_check& check)
{
    const power_request power = {
        request.length,          request.hop,
        request.samples,         accumulations_of(request, how),
        request.taps_per_branch,
    };
    const auto& words = on->kernel_dialect();
    spectrum_kernels result;
    result.front = std::move(front);
    const auto form = helper_form_for(on->info().limits);
    result.combine =
        on->build(generate_combine(power, how == average::exponential, words, form));
    result.finish = on->build(generate_finish(words, false, form));
    result.reduce = on->build(generate_finish(words, true));
    if (request.single_frames_centered && how == average::mean && !request.beside)
        result.singles = single_frames::make(power, *request.single_frames_centered, on);
    if (!result.front) {
        const auto check_with = [&](frame_front& one) {
            auto whole = result;
            // The front stays where it is: the pointer does not own it.
            whole.front = std::shared_ptr<frame_front>(std::shared_ptr<void>(), &one);
            check(whole);
        };
        result.front = std::make_shared<frame_front>(power, on, by, check_with);
    } else {
        check(result);
    }
    return result;
}

std::string spectrum_kernels::id() const
{
    return stable_hash({ front->id(),
                         combine->source().text,
                         finish->source().text,
                         reduce->source().text,
                         singles ? singles->id() : "" });
}

} // namespace gpufft
