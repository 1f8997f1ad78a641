/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_FINISH_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_FINISH_H

#include "device/interface/device.h"
#include "exec/executor/pass_launches.h"
#include <cstddef>
#include <cstdint>

namespace gpufft {

//! \brief What the device computes of a submission's rows once they are transformed; its
//! output goes to the host, or to a mirror, instead of theirs
class row_finish
{
public:
    virtual ~row_finish() = default;

    //! Bytes of what comes of \p rows rows.
    virtual std::size_t output_bytes(std::size_t rows) const = 0;

    //! Queues it; this lives until it is done. \p from holds the rows, \p to has room for
    //! output_bytes(rows). \param first_row  row_places::first_row \throws device_error
    virtual void enqueue(queue& /*q*/,
                         buffer& /*from*/,
                         buffer& /*to*/,
                         std::size_t /*rows*/,
                         std::uint32_t /*first_row*/) const
    {
    }

    //! Rows are transformed here: enqueue_untransformed() is called in place of
    //! enqueue(), and the rows' own kernels are not queued.
    virtual bool transforms_rows() const { return false; }
    //! Queues it as enqueue() does, of rows as they came, in \p rows_in.
    virtual void enqueue_untransformed(queue&,
                                       const executor_memory& /*rows_in*/,
                                       buffer& /*to*/,
                                       std::size_t /*rows*/,
                                       std::uint32_t /*first_row*/) const
    {
    }

    //! Parts of the output are written to rings where they lie: enqueue_to_rings().
    virtual bool writes_to_rings() const { return false; }
    //! Queues it as enqueue() does; \p rings holds a ring_place for each part.
    virtual void enqueue_to_rings(queue&, buffer&, buffer&, std::size_t) const {}
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_FINISH_H */
