/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_FORM_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_FORM_H

#include <cstddef>

//! Forms of a pass over vectors, as plan lines; vector_forms.h has all of them.
namespace gpufft::testing {

//! A plan line, and how many rows it is tried with.
struct form {
    const char* why;
    const char* emitter; //!< file below lib/codegen that the row is for
    const char* line;
    std::size_t rows;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_FORM_H */
