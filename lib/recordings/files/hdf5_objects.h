/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_HDF5_OBJECTS_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_HDF5_OBJECTS_H

#include <hdf5.h>
#include <mutex>
#include <utility>

namespace gpufft {

/*!
 * \brief The right to call the HDF5 library, which one thread has at a time
 *
 * Debian's library is not made for several threads. It also prints errors by itself until
 * it is told not to.
 */
class hdf5_turn
{
public:
    hdf5_turn() : d_lock(mutex()) { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

private:
    static std::recursive_mutex& mutex()
    {
        static auto& one = *new std::recursive_mutex;
        return one;
    }
    std::lock_guard<std::recursive_mutex> d_lock;
};

//! An object of the HDF5 library, that \p close closes; below 0: it could not be made.
template <herr_t (*close)(hid_t)>
class hdf5_object
{
public:
    hdf5_object() = default;
    explicit hdf5_object(hid_t id) : d_id(id) {}
    hdf5_object(hdf5_object&& o) noexcept : d_id(std::exchange(o.d_id, H5I_INVALID_HID))
    {
    }
    hdf5_object& operator=(hdf5_object&& o) noexcept
    {
        std::swap(d_id, o.d_id);
        return *this;
    }
    ~hdf5_object()
    {
        if (d_id < 0)
            return;
        const hdf5_turn mine;
        close(d_id);
    }

    hid_t id() const { return d_id; }
    explicit operator bool() const { return d_id >= 0; }

private:
    hid_t d_id = H5I_INVALID_HID;
};

using hdf5_file = hdf5_object<H5Fclose>;
using hdf5_group = hdf5_object<H5Gclose>;
using hdf5_dataset = hdf5_object<H5Dclose>;
using hdf5_attribute = hdf5_object<H5Aclose>;
using hdf5_type = hdf5_object<H5Tclose>;
using hdf5_space = hdf5_object<H5Sclose>;
using hdf5_properties = hdf5_object<H5Pclose>;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_HDF5_OBJECTS_H */
