/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_TUNER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_TUNER_IMPL_H

#include "blocks/messages/command_port.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/tuner/background_tuner.h"
#include <gnuradio/gpufft/tuner.h>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

class tuner_impl : public tuner
{
public:
    tuner_impl(const std::string& device, const background_tuning& how, bool enabled);
    ~tuner_impl() override;

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;

    void set_enabled(bool enabled) override;
    bool enabled() const override { return d_is_enabled; }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }
    void tune(const std::vector<std::string>& transforms) override;
    void stop_tuning() override { d_tuner->stop(); }
    std::string device_name() const override;
    std::string effort() const override { return to_string(d_how.how); }
    double budget_s() const override { return d_how.budget_s; }

private:
    bool searches() const { return d_how.how >= ::gpufft::effort::measure; }
    tuner_event probe();
    void hear(const tuner_event& event);
    void log(const tuner_event& event);

    const background_tuning d_how;
    const block_defaults d_defaults;
    command_port d_commands;
    live_refusals d_refusals;
    std::atomic<bool> d_is_enabled;
    std::optional<tuner_event> d_probe;
    std::shared_ptr<background_tuner> d_tuner;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_TUNER_IMPL_H */
