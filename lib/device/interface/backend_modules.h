/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_BACKEND_MODULES_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_BACKEND_MODULES_H

#include "device/interface/registry.h"
#include <boost/dll/shared_library.hpp>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

struct backend_modules {
    std::vector<boost::dll::shared_library> modules; //!< outlive the backends below
    std::vector<std::unique_ptr<backend>> backends;  //!< in order of preference
    std::vector<absent_backend> absent;
};

//! Folders that are searched, in order: \p wanted alone where it is not "", and not where
//! anybody may write it.
std::vector<std::string> module_folders(const std::string& wanted);

/*!
 * \brief Loads every backend module in \p folders
 *
 * Never throws; a module that is missing, or that the loader refuses, is listed in
 * `absent`.
 */
backend_modules load_backend_modules(const std::vector<std::string>& folders);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_BACKEND_MODULES_H */
