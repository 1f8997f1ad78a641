/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_LIVE_REFUSALS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_LIVE_REFUSALS_H

#include <gnuradio/logger.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <atomic>
#include <string>
#include <utility>

namespace gr {
namespace gpufft {

//! Where the refusals of setters go, as device_block::logs_refusal() has it.
class live_refusals
{
public:
    explicit live_refusals(gr::logger_ptr logger) : d_logger(std::move(logger)) {}

    //! The flowgraph starts. Its end changes nothing: windows and their callbacks outlive
    //! it.
    void begin() { d_has_begun = true; }

    //! From any thread. \return false  the flowgraph has not started: throw
    bool log(const std::string& why)
    {
        if (d_has_begun)
            d_logger->warn("{}; nothing has changed", why);
        return d_has_begun;
    }

    //! Runs \p set, the setter of that name; what it refuses is logged or thrown.
    //! \throws plan_error  the flowgraph has not started
    template <class action>
    void change(const char* name, const action& set)
    {
        try {
            set();
        } catch (const ::gpufft::plan_error& e) {
            if (!log(fmt::format("{}: {}", name, e.what())))
                throw;
        }
    }

private:
    gr::logger_ptr d_logger;
    std::atomic<bool> d_has_begun{ false };
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_LIVE_REFUSALS_H */
