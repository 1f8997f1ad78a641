/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/measured_on_json.h"
#include "plan/refuse.h"
#include <cmath>

namespace gpufft {

using json = nlohmann::ordered_json;

void add_measured_on(json& line, const measured_on& on)
{
    line["backend"] = on.backend;
    line["product"] = on.product;
    line["platform"] = on.platform;
    line["driver"] = on.driver;
    line["architecture"] = on.architecture;
    line["version"] = on.version;
}

measured_on read_measured_on(const json& from)
{
    return { from.at("backend"), from.at("product"),      from.at("platform"),
             from.at("driver"),  from.at("architecture"), from.at("version") };
}

double read_seconds(const json& from, const char* name)
{
    const double seconds = from;
    if (!std::isfinite(seconds) || seconds < 0)
        refuse("{} is {}, which is no time", name, seconds);
    return seconds;
}

std::string one_line(const json& record)
{
    return record.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace gpufft
