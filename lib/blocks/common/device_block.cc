/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gnuradio/gpufft/device_block.h>
#ifdef GR_CTRLPORT
#include <gnuradio/rpcregisterhelpers.h>
#endif

namespace gr {
namespace gpufft {

#ifdef GR_CTRLPORT

namespace {

template <typename value>
rpcbasic_sptr getter(const std::string& alias,
                     const char* name,
                     value (device_block::*get)() const,
                     const pmt::pmt_t& least,
                     const pmt::pmt_t& most,
                     const char* unit,
                     const char* description)
{
    return rpcbasic_sptr(
        new rpcbasic_register_get<device_block, value>(alias,
                                                       name,
                                                       get,
                                                       least,
                                                       most,
                                                       least,
                                                       unit,
                                                       description,
                                                       RPC_PRIVLVL_MIN,
                                                       DISPTIME | DISPOPTSTRIP));
}

} // namespace

void device_block::setup_rpc()
{
    const auto add =
        [&](const char* name, auto get, auto least, auto most, auto... text) {
            add_rpc_variable(getter(alias(), name, get, least, most, text...));
        };
    const auto word = pmt::intern("");
    add("device_name",
        &device_block::device_name,
        word,
        word,
        "",
        "Device that computes");
    add("plan_line", &device_block::plan_line, word, word, "", "Plan that it runs");
    add("queue_depth",
        &device_block::queue_depth,
        pmt::from_long(0),
        pmt::from_long(16),
        "pieces",
        "Pieces of the stream in flight");
    add("gsps",
        &device_block::gsps,
        pmt::from_double(0),
        pmt::from_double(10),
        "GS/s",
        "Input samples over the last second");
    add("dropped",
        &device_block::dropped,
        pmt::from_uint64(0),
        pmt::from_uint64(1),
        "samples",
        "Samples lost: always 0");
}

#else

void device_block::setup_rpc() {}

#endif

} // namespace gpufft
} // namespace gr
