/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_BEGIN_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_BEGIN_H

#include "device/interface/device.h"
#include <cstddef>

namespace gpufft {

//! Bytes of a device's that rows are made of: of one array, or of several, as many of
//! each and one behind the other.
struct given_bytes {
    buffer& of;
    std::size_t at = 0;
    std::size_t of_each = 0;
};

//! \brief What the device makes a submission's rows of, before they are transformed
class row_begin
{
public:
    virtual ~row_begin() = default;

    //! Queues it; this lives until it is done. \p to has room for \p rows rows, the first
    //! of which are 0 where \p from has fewer. \throws device_error
    virtual void
    enqueue(queue& q, const given_bytes& from, buffer& to, std::size_t rows) const = 0;

    //! Bytes behind the rows that it may write as well.
    virtual std::size_t overshoot() const { return 0; }

    //! Parts are read in rings where they lie: enqueue_from_rings().
    virtual bool reads_rings() const { return false; }
    //! Queues it as enqueue() does; \p rings holds a ring_place for each part, of \p
    //! of_each bytes.
    virtual void
    enqueue_from_rings(queue&, buffer&, std::size_t, buffer&, std::size_t) const
    {
    }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_BEGIN_H */
