/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_WRONG_VALUES_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_WRONG_VALUES_H

#include <gpufft/error.h>
#include <string>
#include <utility>

namespace gpufft {

//! A self test has failed: of a plan that is known to be right by the compiler's fault.
class wrong_values : public build_error
{
public:
    //! \param found   what is wrong, and where
    //! \param advice  whom to blame, and what may help
    wrong_values(std::string found, const std::string& advice)
        : build_error(found + "; " + advice), d_found(std::move(found))
    {
    }

    const std::string& found() const { return d_found; }

private:
    std::string d_found;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_WRONG_VALUES_H */
