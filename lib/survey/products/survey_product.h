/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SURVEY_PRODUCT_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SURVEY_PRODUCT_H

#include "survey/products/chunk_powers.h"
#include "survey/settings/survey_settings.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief An array of a survey: [time][size], of float32, or float64 for frequencies
 *
 * What it is called, and how a row of it follows from powers.
 */
struct survey_product {
    std::string name;      //!< "mean"
    std::string dimension; //!< the other one than time: "frequency"
    std::int64_t size = 0; //!< of that
    std::string long_name, units;
    //! [size] of row \p row; one of both is there.
    std::function<void(const chunk_powers& from, std::int64_t row, float* to)> fill;
    std::function<void(const chunk_powers& from, std::int64_t row, double* to)> fill_wide;
};

//! All that are asked for, statistics first, in their order.
std::vector<survey_product> products_of(const survey_settings& s, std::int64_t bins);

//! The parts of products_of(). \param bins  of a spectrum
std::vector<survey_product> statistic_products(const survey_settings& s,
                                               std::int64_t bins);
std::vector<survey_product> band_products(const survey_settings& s);
std::vector<survey_product> peak_products(const survey_settings& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SURVEY_PRODUCT_H */
