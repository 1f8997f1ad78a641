/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_ERROR_H
#define INCLUDED_GPUFFT_ERROR_H

#include <stdexcept>

//! What can go wrong, told apart by who can fix it. Every message says what was
//! asked, what is wrong with it, and what would work.
namespace gpufft {

//! The caller asked for something no device can do. Python sees ValueError.
class plan_error : public std::invalid_argument
{
    using std::invalid_argument::invalid_argument;
};

//! The device compiler refused a kernel we generated: our bug, or the driver's.
class build_error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! A kernel cannot be generated, since an expression of the caller's (transform::load,
//! store) is wrong. what() quotes the expression and says the column.
class expression_error : public build_error
{
    using build_error::build_error;
};

//! A driver call failed. what() names the call, the status and the size asked for.
class device_error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_ERROR_H */
