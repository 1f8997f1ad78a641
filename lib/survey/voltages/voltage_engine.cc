/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/voltages/band_engine.h"
#include "survey/voltages/bank_engine.h"
#include <fmt/format.h>

namespace gpufft {

std::string engine_key(const voltage_plan& p)
{
    if (p.is_bank())
        return fmt::format("bank {}", p.is_complex);
    return fmt::format("bands {} {}", p.samp_rate_hz, p.shape.repeated);
}

std::unique_ptr<voltage_engine> make_engine(const voltage_plan& p,
                                            const std::string& device)
{
    if (p.is_bank())
        return std::make_unique<bank_engine>(p, device);
    return std::make_unique<band_engine>(p, device);
}

} // namespace gpufft
