/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_FILE_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_FILE_H

#include "recordings/files/hdf5_objects.h"
#include "recordings/samples/stored_format.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! How samples of one file are stored.
struct drf_format {
    stored_format of;
    int subchannels = 1;
    bool operator==(const drf_format& o) const
    {
        return of.name == o.of.name && subchannels == o.subchannels;
    }
};

//! \brief One file of samples, that is open; whoever calls it holds an hdf5_turn
class drf_file
{
public:
    explicit drf_file(std::string path);

    const std::string& path() const { return d_path; }
    const drf_format& format() const { return d_format; }
    hsize_t rows() const { return d_rows; }

    //! What rf_data_index says: pairs of a sample's index and its row in rf_data.
    std::vector<std::int64_t> index() const;
    //! Rows of all subchannels, as they are stored.
    void read(hsize_t first, hsize_t count, void* to) const;

private:
    std::string d_path;
    hdf5_file d_file;
    hdf5_dataset d_data;
    hdf5_type d_type;
    int d_dimensions = 2;
    drf_format d_format;
    hsize_t d_rows = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_FILE_H */
