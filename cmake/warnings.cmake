# SPDX-License-Identifier: GPL-3.0-or-later
add_compile_options(-Wall -Wextra)
if(ENABLE_WERROR)
    add_compile_options(-Werror)
endif()
