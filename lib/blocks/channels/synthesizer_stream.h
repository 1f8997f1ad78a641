/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H

#include "blocks/running/device_stream.h"
#include "exec/channels/stream_synthesizer.h"
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief The samples of a block through a stream_synthesizer, by a channel map
class synthesizer_stream : public device_stream<::gpufft::stream_synthesizer>
{
public:
    using call = ::gpufft::synthesizer_call;

    //! \param map  the channel of each stream, or of each value of a vector
    //! \throws plan_error, device_error, build_error
    synthesizer_stream(const ::gpufft::synthesizer_request& request,
                       std::vector<int> map,
                       bool has_vectors,
                       const std::string& device,
                       const gr::logger_ptr& logger);

    //! From the next call of work() on; from any thread. \p map is within range.
    void set_map(std::vector<int> map);
    std::vector<int> current_map() const;

    //! Neither channels nor points ever change.
    ::gpufft::synthesizer_shape shape() const { return now()->shape(); }

    //! Rows that are worth a call. \p max_output_buffer: what the block's user allows, in
    //! samples; 0 or less: any number.
    std::size_t rows_of_a_call(long max_output_buffer) const;

    //! \p rings: of a stream, or of vectors; those of many streams are copied anyway
    //! \param offered  rows that the scheduler offers to a call at most; 0: nothing may
    //! stay in flight from call to call
    void start(std::vector<gr::buffer*> rings, std::size_t offered);
    void stop() { end(); }

    //! Makes outputs of \p c, whose streams are of the first channels of the map. The
    //! next call begins behind their rows; what was given stays valid until its outputs
    //! were returned. \return how many; WORK_DONE: no device is left, which is logged; it
    //! never throws
    int work(const call& c);

private:
    mutable std::mutex d_map_mutex; // guards d_map
    std::vector<int> d_map;
    std::size_t d_piece_rows = 0; //!< 0: each call waits for all of its outputs
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_SYNTHESIZER_STREAM_H */
