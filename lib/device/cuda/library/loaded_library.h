/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LOADED_LIBRARY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LOADED_LIBRARY_H

#include <stdexcept>
#include <string>
#include <vector>

namespace gpufft::cuda {

//! A library, or a function in it, is not there; what() says which and why.
class load_error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/*!
 * \brief A library that was found at run time
 *
 * It stays loaded for as long as the process lives: drivers keep threads of their own,
 * which must not lose their code.
 */
class loaded_library
{
public:
    //! The first of \p files that can be loaded.
    //! \throws load_error  none can; gives the loader's reason for each
    explicit loaded_library(const std::vector<std::string>& files);

    //! As it was asked for: a path, or a name that the loader found.
    const std::string& file() const { return d_file; }
    //! Where the file lies, as the loader has it.
    std::string path() const;

    //! \throws load_error  there is none
    void* address_of(const char* function) const;

private:
    std::string d_file;
    void* d_handle = nullptr;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LOADED_LIBRARY_H */
