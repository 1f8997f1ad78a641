/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_LOG_LINES_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_LOG_LINES_H

#include <gnuradio/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

//! Warnings and errors that blocks log, for tests to count.
class log_lines : public spdlog::sinks::base_sink<std::mutex>
{
public:
    //! The one of this process; blocks made from the first call on log to it.
    static log_lines& all()
    {
        static const auto sink = [] {
            auto made = std::make_shared<log_lines>();
            gr::logging::singleton().add_default_sink(made);
            return made;
        }();
        return *sink;
    }

    //! \return lines since the last call, of loggers whose name begins with \p logger;
    //! those of others are dropped
    std::vector<std::string> take(const std::string& logger)
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        std::vector<std::string> found;
        for (auto& each : std::exchange(d_lines, {}))
            if (each.logger.rfind(logger, 0) == 0)
                found.push_back(std::move(each.text));
        return found;
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        if (message.level >= spdlog::level::warn)
            d_lines.push_back(
                { { message.logger_name.begin(), message.logger_name.end() },
                  { message.payload.begin(), message.payload.end() } });
    }
    void flush_() override {}

private:
    struct line {
        std::string logger;
        std::string text;
    };
    std::vector<line> d_lines;
};

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_LOG_LINES_H */
