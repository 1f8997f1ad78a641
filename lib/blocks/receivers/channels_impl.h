/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNELS_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNELS_IMPL_H

#include "blocks/chains/chain_member.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/receivers/channel_table.h"
#include "blocks/receivers/receiver_stream.h"
#include "blocks/receivers/time_base.h"
#include "blocks/receivers/waiting_outputs.h"
#include <gnuradio/gpufft/channels.h>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

class channels_impl : public channels, public chain_member
{
public:
    channels_impl(const ::gpufft::receiver_shape& shape,
                  const std::vector<double>& rates,
                  double center_freq,
                  int max_channels,
                  int num_streams,
                  const std::string& device);

    void add_channel(const std::string& name,
                     double freq,
                     double rate,
                     double low,
                     double high,
                     double beta,
                     int stream) override;
    void add_channel_taps(const std::string& name,
                          double freq,
                          double rate,
                          const std::vector<gr_complex>& taps,
                          int stream) override;
    void move_channel(const std::string& name, double freq) override;
    void
    shape_channel(const std::string& name, double low, double high, double beta) override;
    void shape_channel_taps(const std::string& name,
                            const std::vector<gr_complex>& taps) override;
    void assign_channel(const std::string& name, int stream) override;
    void drop_channel(const std::string& name) override;
    void drop_all() override;
    std::vector<std::string> channel_names() const override;
    channel_info channel(const std::string& name) const override;
    void set_streams(const std::vector<double>& freqs,
                     double rate,
                     double low,
                     double high,
                     double beta) override;
    void set_center_freq(double center_freq) override;
    double center_freq() const override { return d_table.center_freq(); }

    double samp_rate() const override { return d_shape.samp_rate; }
    double rate_step() const override { return d_shape.rate_step(); }
    double filter_time() const override { return d_shape.filter_time(); }
    int block_samples() const override { return static_cast<int>(d_shape.hop()); }
    int block_length() const override { return static_cast<int>(d_shape.length()); }
    int most_taps() const override { return static_cast<int>(d_shape.repeated) + 1; }

    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return 0; } // work() waits for all that it sends
    double gsps() const override { return d_stream.gsps(); }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

    std::shared_ptr<::gpufft::device> chain_device() const override;
    bool copies_output_to_host() const override { return true; }
    bool writes_as_host() const override { return true; }
    bool bring_to_host() override { return true; } // where its outputs always are

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    //! Has the scheduler's thread tell of an edit of \p name: listeners are a list that
    //! one thread alone may touch.
    void tell_later(const std::string& event, const std::string& name);
    void tell_of_edits();
    void tell(const std::string& event, const std::string& name);
    void tell_all(const std::string& event, const std::string& reason = "");
    void take_tags();
    void give_waiting(const gr_vector_void_star& output_items, int space);
    bool has_waiting() const;
    bool make_outputs(int space);
    void to_stream(const channel_outputs& outputs, double end);
    block_status status() const;

    const ::gpufft::receiver_shape d_shape;
    receiver_stream d_stream;
    channel_table d_table;
    block_messages d_messages;
    live_refusals d_refusals;

    std::mutex d_mutex;                                       //!< guards what follows
    std::vector<std::pair<std::string, std::string>> d_edits; //!< events and names

    // Only the scheduler's thread touches these while a flowgraph runs.
    std::uint64_t d_first_item = 0; //!< read before start()
    std::uint64_t d_tagged = 0;     //!< samples since start() whose tags were noted
    std::vector<waiting_outputs> d_waiting;
    std::vector<int> d_given; //!< to each stream in this call
    std::size_t d_connected = 0;
    bool d_has_warned = false; //!< of a stream that is not connected
    time_base d_time;
    std::deque<gr::tag_t> d_tags; //!< of samples since start() whose time is to come
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNELS_IMPL_H */
