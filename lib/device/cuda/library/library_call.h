/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LIBRARY_CALL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LIBRARY_CALL_H

#include "device/cuda/library/loaded_library.h"

namespace gpufft::cuda {

//! A call that did not succeed: which, and what it returned.
template <typename Status>
class failed_call : public std::runtime_error
{
public:
    failed_call(const std::string& name, Status status)
        : std::runtime_error(name + " failed"), d_name(name), d_status(status)
    {
    }

    const std::string& name() const { return d_name; }
    Status status() const { return d_status; }

private:
    std::string d_name;
    Status d_status;
};

template <typename Signature>
class library_call;

/*!
 * \brief A function of a loaded library, called like one that was linked
 *
 * It throws failed_call<Status> where that would return anything but success; ask()
 * returns the status instead.
 */
template <typename Status, typename... Arguments>
class library_call<Status(Arguments...)>
{
public:
    //! \throws load_error
    library_call(const loaded_library& in, const char* symbol)
        : d_symbol(symbol),
          d_address(reinterpret_cast<Status (*)(Arguments...)>(in.address_of(symbol)))
    {
    }

    void operator()(Arguments... arguments) const
    {
        const Status status = d_address(arguments...);
        if (status != Status(0))
            throw failed_call<Status>(name(), status);
    }

    Status ask(Arguments... arguments) const { return d_address(arguments...); }

    //! As the manuals write it: "cuMemAlloc" of the symbol "cuMemAlloc_v2".
    std::string name() const
    {
        const auto end = d_symbol.rfind("_v");
        return d_symbol.substr(0, end);
    }

private:
    std::string d_symbol;
    Status (*d_address)(Arguments...);
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_LIBRARY_CALL_H */
