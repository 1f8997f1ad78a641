/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/build_with_fallback.h"
#include "exec/self_test/self_test.h"
#include "exec/self_test/tested_executor.h"

namespace gpufft {

std::shared_ptr<executor> build_with_fallback_executor(const transform& request,
                                                       const std::shared_ptr<device>& on,
                                                       effort how)
{
    return build_with_fallback(on, [&](const std::shared_ptr<device>& in_form) {
        // What somebody measured may be in the form that is left.
        return std::make_shared<executor>(
            request, in_form, in_form == on ? how : effort::estimate, self_test_of);
    });
}

} // namespace gpufft
