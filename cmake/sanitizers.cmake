# SPDX-License-Identifier: GPL-3.0-or-later
if(SANITIZE)
    add_compile_options(-fsanitize=${SANITIZE} -fno-omit-frame-pointer
                        -fno-sanitize-recover=undefined -g)
    add_link_options(-fsanitize=${SANITIZE})
endif()
