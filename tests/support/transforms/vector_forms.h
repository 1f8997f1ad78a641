/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H

#include "support/transforms/vector_forms/column_forms.h"
#include "support/transforms/vector_forms/io_forms.h"
#include "support/transforms/vector_forms/point_forms.h"
#include "support/transforms/vector_forms/refused_forms.h"
#include "support/transforms/vector_forms/row_forms.h"
#include "support/transforms/vector_forms/shared_forms.h"
#include "support/transforms/vector_forms/stage_forms.h"
#include <iterator>
#include <vector>

/*!
 * Forms of a pass over vectors, as plan lines: several dimensions at once, tiles of
 * columns that overlap, stores that bypass the caches. A table a room of lib/codegen.
 */
namespace gpufft::testing {

inline std::vector<form> every_form()
{
    std::vector<form> all;
    const auto add = [&all](const auto& forms) {
        all.insert(all.end(), std::begin(forms), std::end(forms));
    };
    add(of_all_lanes::FORMS);
    add(of_points::FORMS);
    add(of_rows::FORMS);
    add(of_columns::FORMS);
    add(of_stages::FORMS);
    add(of_operations::FORMS);
    return all;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_FORMS_H */
