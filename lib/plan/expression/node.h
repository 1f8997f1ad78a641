/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_NODE_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_NODE_H

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What a part of an expression computes. Operands and results are in the table of
//! node.cc.
enum class operation {
    constant,       //!< node::value
    imaginary_unit, //!< i
    element,        //!< x, or y: what is loaded, or stored; number node::number
    index,          //!< along dimension node::number
    row,            //!< in the call
    number,         //!< argument node::number
    buffer,         //!< element operands[0] of argument node::number
    negate,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    less,
    less_or_equal,
    equal,
    conjugate,
    real,
    imaginary,
    norm,
    absolute,
    exponential,
    logarithm,
    logarithm10,
    square_root,
    sine,
    cosine,
    minimum,
    maximum,
    complex,
    select
};

//! Integers are indices and what is in brackets; they become reals where those are
//! needed, and reals complex values.
enum class value_type { condition, integer, real, complex };

//! A part of an expression: a tree that never changes.
struct node {
    operation does = operation::constant;
    value_type type = value_type::real;
    double value = 0; //!< of a constant, without sign
    int number = 0;   //!< of an element, a dimension or an argument
    std::vector<std::shared_ptr<const node>> operands;
};

using node_pointer = std::shared_ptr<const node>;

//! A function by its name in an expression, "conj"; nullptr: there is none.
struct function_facts {
    const char* name;
    operation does;
    std::size_t operands;
};
const function_facts* function_named(const std::string& name);
const function_facts& facts_of(operation does);

//! "conj, real, ..."
std::string list_of_functions();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_NODE_H */
