/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNEL_BANK_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNEL_BANK_H

#include "exec/memory/page_memory.h"
#include "exec/receivers/channels_on_device.h"
#include "exec/receivers/inverse_transforms.h"
#include "exec/receivers/receiver_input.h"
#include "exec/receivers/tuned_channel.h"
#include "exec/rows/stream_executor.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Blocks of a stream to outputs of channels, on a device
 *
 * A call transforms all its blocks as rows of one transform; then the bins of channels
 * with transforms of one length are put into rows, weighted, and transformed back
 * together: on a GPU all in its memory (channels_on_device), else some rows on the device
 * while the host has others at hand. It keeps nothing
 * of the stream, so that another one can go on with the next block. One thread at a time,
 * but for prepare().
 */
class channel_bank
{
public:
    //! Plans and builds as stream_executor() does. \throws plan_error, device_error,
    //! build_error
    channel_bank(const receiver_shape& shape,
                 const std::string& device,
                 effort how,
                 startup begins);

    //! Page-locks \p bytes of \p memory, where run() will find samples, for devices that
    //! copy from there faster. It stays as long as this does.
    void reads_from(std::shared_ptr<unsigned char> memory, std::size_t bytes);

    //! Has kernels built for channels of so many points; from any thread.
    //! \throws device_error, build_error
    void prepare(std::int64_t points);

    /*!
     * Makes the outputs of \p blocks blocks, and waits for them.
     * \param in  in a mirror just where device_gathers()
     * \param calls  outputs are in mirrors where marks of these say so
     * \throws device_error, build_error  outputs are in part written
     */
    void run(const receiver_input& in,
             std::size_t blocks,
             const std::vector<channel_call>& calls);

    //! Gives back what the device has, and takes it anew. \throws device_error
    void renew_slots();

    //! Bins stay on the device.
    bool device_gathers() const { return d_device != nullptr; }
    //! Lengths of channels that there are kernels for.
    std::size_t lengths() const { return d_inverses.count(); }
    const receiver_shape& shape() const { return d_shape; }
    stream_executor& forward() { return d_forward; }
    const stream_executor& forward() const { return d_forward; }

private:
    //! Bins of a block of a channel: a row of an inverse transform.
    struct row {
        const channel_call* call;
        std::size_t block;
    };
    //! Rows that are transformed back together.
    struct piece {
        page_array in, out;
        std::vector<row> rows;
    };

    void transform_blocks(const receiver_input& in, std::size_t blocks);
    void transform_back(stream_executor& inverse, const std::vector<row>& rows);
    void gather(const row& r, receiver_sample* to) const;
    void scatter(const row& r, const receiver_sample* from) const;

    receiver_shape d_shape;
    // The forward transform unlocks both as it goes, so it goes first.
    std::shared_ptr<unsigned char> d_input;
    std::shared_ptr<unsigned char> d_memory; //!< the bins of d_blocks blocks
    stream_executor d_forward;
    inverse_transforms d_inverses;
    std::unique_ptr<channels_on_device> d_device; //!< nullptr: the host gathers bins
    std::size_t d_blocks = 0;
    std::vector<piece> d_pieces;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_CHANNEL_BANK_H */
