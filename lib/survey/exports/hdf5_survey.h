/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_HDF5_SURVEY_H
#define INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_HDF5_SURVEY_H

#include "survey/exports/exported_part.h"
#include <string>
#include <vector>

namespace gpufft {

//! A group of a survey, and which of its products are written.
struct hdf5_source {
    const stored_group* of = nullptr;
    std::string name; //!< in the file; "": at its root
    std::vector<const stored_product*> products;
    survey_part part;
};

/*!
 * \brief Groups of a survey as a file of HDF5, which xarray and h5py open
 *
 * A product is a dataset, chunked and compressed by zlib, with its axes as dimension
 * scales, as netCDF-4 has them: time in UTC nanoseconds (or seconds), frequency in Hz,
 * names of bands; units, settings and the calibration are attributes.
 * \param path  a file that is made or replaced
 * \throws survey_error  it cannot be written, or this program was built without HDF5
 */
void write_hdf5(const std::string& path, const std::vector<hdf5_source>& sources);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_HDF5_SURVEY_H */
