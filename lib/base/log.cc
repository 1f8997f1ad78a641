/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include <spdlog/sinks/stdout_color_sinks.h>
#include <memory>

namespace gpufft {

spdlog::logger& log()
{
    // Never destroyed: queues that outlive main() may still have something to say.
    static auto& logger = *new spdlog::logger(
        "gpufft", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    return logger;
}

} // namespace gpufft
