/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_TABLE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_TABLE_H

#include "exec/receivers/tuned_channel.h"
#include <gnuradio/gpufft/channels.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! Most channels that a block may be made for, 2^16.
constexpr int MOST_RECEIVERS = 1 << 16;

//! A channel that somebody wants.
struct wanted_channel {
    std::uint64_t id = 0; //!< another for one of the same name that was added anew
    std::string name;
    double freq = 0; //!< of the radio, in Hz
    int stream = -1;
    //! Its edges were not given: they are as wide as its rate and filter allow.
    bool has_widest_edges = false;
    std::shared_ptr<const ::gpufft::tuned_channel> tuned;
};

/*!
 * \brief The channels that a block has, as its users say from any thread
 *
 * An edit takes effect as a whole or throws plan_error and changes nothing. Who computes
 * takes the channels of a moment, which never change.
 */
class channel_table
{
public:
    using channels = std::vector<wanted_channel>;
    //! A channel to add.
    struct addition {
        std::string name;
        ::gpufft::channel_settings settings; //!< whose frequency is the radio's
        int stream = -1;
    };
    //! What an edit changes of a channel; what it leaves as it is has no value.
    struct change {
        std::string name;
        std::optional<double> freq;
        std::optional<double> low, high, beta;
        std::optional<std::vector<std::complex<double>>> taps;
        std::optional<int> stream;
    };

    //! \param prepares  is called with each channel that an edit makes, before it counts
    channel_table(const ::gpufft::receiver_shape& shape,
                  double center_freq,
                  int max_channels,
                  int num_streams,
                  std::function<void(const ::gpufft::tuned_channel&)> prepares);

    // Each of these is one edit, in the order of the list.
    void add(const std::vector<addition>& all);
    void move(const std::vector<change>& all);
    void drop(const std::vector<std::string>& names);
    void drop_all();
    //! As channels::set_streams() has it.
    void set_streams(const std::vector<double>& freqs, ::gpufft::channel_settings all);
    void set_center_freq(double center_freq);

    double center_freq() const;
    std::shared_ptr<const channels> now() const;
    //! \throws plan_error  no such channel
    wanted_channel named(const std::string& name) const;

private:
    //! Channels and what else an edit changes, on its way to be what counts.
    struct draft {
        channels all;
        double center_freq;
    };

    //! Has \p change work on a draft, and puts it in place.
    template <class action>
    void edit(const action& change);
    wanted_channel& find(channels& all, const std::string& name) const;
    void check_stream(const channels& all, const std::string& name, int stream) const;
    void add_to(draft& d,
                const std::string& name,
                const ::gpufft::channel_settings& c,
                int stream);
    void move_in(draft& d, const change& c) const;
    void tune(wanted_channel& w, ::gpufft::channel_settings c, double center_freq) const;

    const ::gpufft::receiver_shape d_shape;
    const int d_max_channels;
    const int d_num_streams;
    const std::function<void(const ::gpufft::tuned_channel&)> d_prepares;

    std::mutex d_editing; //!< one edit at a time, which may take a while
    std::uint64_t d_last_id = 0;

    mutable std::mutex d_mutex; //!< guards what follows
    std::shared_ptr<const channels> d_now;
    double d_center_freq;
};

//! What a user is told of \p w.
channel_info info_of(const wanted_channel& w);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_TABLE_H */
