/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/expression.h>
#include <pybind11/complex.h>
#include <map>
#include <string>

namespace py = pybind11;
using gr::gpufft::expression;

namespace {

//! NumPy's kind of an array's elements, or of a number; ' ': \p value is not NumPy's.
char kind_of(const py::handle& value)
{
    return py::hasattr(value, "dtype")
               ? value.attr("dtype").attr("kind").cast<std::string>()[0]
               : ' ';
}

// An element may be complex although Python's type is not its own: numpy.complex64.
bool has_complex(const py::handle& values)
{
    const char kind = kind_of(values);
    if (kind != ' ' && kind != 'O') // elements of NumPy's type "object" are of any kind
        return kind == 'c';
    for (const auto& each : values)
        if (PyComplex_Check(each.ptr()) || kind_of(each) == 'c')
            return true;
    return false;
}

expression::sptr make_expression(const std::string& text,
                                 const std::string& inputs,
                                 const std::string& output,
                                 std::size_t vlen,
                                 const expression::number_map& numbers,
                                 const std::map<std::string, py::object>& buffers)
{
    expression::buffer_map complexes;
    expression::real_buffer_map reals;
    for (const auto& [name, values] : buffers) {
        if (has_complex(values))
            complexes[name] = values.cast<std::vector<gr_complex>>();
        else
            reals[name] = values.cast<std::vector<float>>();
    }
    return expression::make(text, inputs, output, vlen, numbers, complexes, reals);
}

} // namespace

void bind_expression(py::module& m)
{
    const char* doc =
        R"(expression(text, inputs="c", output="c", vlen=1, numbers={}, buffers={})

A formula of the samples of any number of streams, on the device where they are.

Inputs: vlen samples in an item, of a type each
Output: vlen samples in an item,

    y[n] = the expression, of x0[n], x1[n] ...

such as "x0 * conj(x1) * scale" or "norm(x) * h[n]". The names: x0, x1 ... (x where there is
one input); n, the place in the item from 0; row, the number of the item since the flowgraph
has started; i and pi; what `numbers` and `buffers` name; + - * /, conj, real, imag, norm
(|z|**2), abs, exp, log, log10, sqrt, sin, cos, min, max, complex(a, b) and
select(condition, a, b). All is computed in float32. Whole numbers are taken as they are;
those of an output are rounded to the nearest, and limited to what the type holds.

Between blocks of this module that compute on a GPU, items stay in its memory; where no
input is on one, or it has failed, the host computes. Tags of all inputs stay at their items.
Message port "command" takes the name of a number or a buffer with its value.

text     the expression
inputs   a letter for each input, 1 to 32: c (complex), f (float), i (int), s (short), b
         (byte, -128 to 127)
output   the letter of the output. Of a complex one the expression may be real, else it
         has to be
vlen     samples of an item
numbers  values by their names
buffers  sequences by their names: complex where one of their values is

ValueError: the expression is wrong, and quoted; a value that it does not name; an
argument out of its range.)";
    block_class<expression>(m, "expression", doc)
        .def(py::init(&make_expression),
             py::arg("text"),
             py::arg("inputs") = "c",
             py::arg("output") = "c",
             py::arg("vlen") = 1,
             py::arg("numbers") = expression::number_map(),
             py::arg("buffers") = std::map<std::string, py::object>(),
             doc)
        .def("text", &expression::text, "The expression as it was understood.")
        .def(
            "set_number",
            [](expression& b, const std::string& name, const py::object& value) {
                call_live(b, [&] {
                    const auto number = argument_of<double>("set_number", value);
                    const py::gil_scoped_release others_go_on;
                    b.set_number(name, number);
                });
            },
            py::arg("name"),
            py::arg("value"),
            "In force from the next items on that are computed.")
        .def("set_numbers",
             live_setter("set_numbers", &expression::set_numbers),
             py::arg("values"),
             "Several, in a dictionary, at the same item; the others stay.")
        .def("number", &expression::number, py::arg("name"))
        .def(
            "set_buffer",
            [](expression& b, const std::string& name, const py::object& values) {
                call_live(b, [&] {
                    const auto elements =
                        argument_of<std::vector<gr_complex>>("set_buffer", values);
                    const py::gil_scoped_release others_go_on;
                    b.set_buffer(name, elements);
                });
            },
            py::arg("name"),
            py::arg("values"),
            "As many as before, from the next items on that are computed.")
        .def("set_buffers",
             live_setter("set_buffers", &expression::set_buffers),
             py::arg("values"),
             "Several, in a dictionary, at the same item; the others stay.")
        .def("buffer", &expression::buffer, py::arg("name"));
}
