# SPDX-License-Identifier: GPL-3.0-or-later
if(SANITIZE)
    add_compile_options(-fsanitize=${SANITIZE} -fno-omit-frame-pointer
                        -fno-sanitize-recover=undefined)
    # The address sanitizer sees these, too, when memory is reached by them: a check before
    # each access makes a build half as long again.
    if(SANITIZE MATCHES address)
        add_compile_options(
            -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute,object-size,vptr)
    endif()
    # Lines in reports, in a fifth of the time that -O2 -g takes to build.
    add_compile_options(-Og -g1)
    add_link_options(-fsanitize=${SANITIZE})
endif()
