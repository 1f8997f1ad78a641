/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/expression_values.h"
#include "blocks/items/item_block.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/messages/message_values.h"
#include "blocks/scheduler/rate_meter.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/expression.h>

namespace gr {
namespace gpufft {

namespace {

gr_complex complex_of(const pmt::pmt_t& value)
{
    if (pmt::is_complex(value))
        return gr_complex(pmt::to_complex(value));
    return { static_cast<float>(number_of(value)), 0 };
}

//! Elements of a vector or a list of numbers, real or complex.
std::vector<gr_complex> complexes_of(const pmt::pmt_t& value)
{
    if (pmt::is_c32vector(value))
        return pmt::c32vector_elements(value);
    std::vector<gr_complex> all;
    if (pmt::is_c64vector(value)) {
        for (const auto& each : pmt::c64vector_elements(value))
            all.emplace_back(each);
    } else if (pmt::is_vector(value)) {
        for (std::size_t i = 0; i < pmt::length(value); ++i)
            all.push_back(complex_of(pmt::vector_ref(value, i)));
    } else if (pmt::is_pair(value)) {
        for (auto i = value; pmt::is_pair(i); i = pmt::cdr(i))
            all.push_back(complex_of(pmt::car(i)));
    } else {
        const auto reals = floats_of(value);
        all.assign(reals.begin(), reals.end());
    }
    return all;
}

class expression_impl : public item_block<expression>
{
public:
    expression_impl(const ::gpufft::item_expression_pointer& computes,
                    const item_request& request,
                    const expression_values& values)
        : gr::block("expression", input_of(request), output_of(request)),
          item_block<expression>(request),
          d_computes(computes),
          d_values(values),
          d_messages(this, d_logger, [this] { return status(); }),
          d_refusals(d_logger)
    {
        stream().set_arguments(d_values.all());
        stream().on_event([this](const auto& event, const auto& reason) {
            d_messages.publish(event, reason);
        });
        for (const auto& each : computes->arguments)
            take_commands(each);
    }

    std::string device_name() const override { return stream().device_name(); }
    std::string plan_line() const override { return text(); }
    int queue_depth() const override { return stream().queue_depth(); }
    double gsps() const override { return 1e-9 * d_meter.samples_per_second(); }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }
    std::string text() const override { return d_computes->value.text; }

    bool start() override
    {
        d_refusals.begin();
        const bool has_started = item_block<expression>::start();
        d_logger->info("{} on {}", text(), device_name());
        return has_started;
    }

    void set_number(const std::string& name, double value) override
    {
        change("set_number", [&](auto& values) { values.set_number(name, value); });
    }
    void set_numbers(const number_map& numbers) override
    {
        change("set_numbers", [&](auto& values) {
            for (const auto& [name, value] : numbers)
                values.set_number(name, value);
        });
    }
    double number(const std::string& name) const override
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        return d_values.number(name);
    }

    void set_buffer(const std::string& name,
                    const std::vector<gr_complex>& elements) override
    {
        change("set_buffer", [&](auto& values) { values.set_buffer(name, elements); });
    }
    void set_buffers(const buffer_map& buffers) override
    {
        change("set_buffers", [&](auto& values) {
            for (const auto& [name, elements] : buffers)
                values.set_buffer(name, elements);
        });
    }
    std::vector<gr_complex> buffer(const std::string& name) const override
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        return d_values.buffer(name);
    }

protected:
    void has_computed(std::size_t rows) override
    {
        d_meter.add(static_cast<std::uint64_t>(rows) * d_computes->length);
    }

private:
    //! Changes all that \p set does at the same item, or nothing.
    template <class action>
    void change(const char* setter, const action& set)
    {
        d_refusals.change(setter, [&] { change_all(set); });
    }
    template <class action>
    void change_all(const action& set)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        auto values = d_values;
        set(values);
        d_values = values;
        stream().set_arguments(d_values.all());
    }

    // A value that is refused is logged by the port.
    void take_commands(const ::gpufft::expression_argument& argument)
    {
        const auto name = argument.name;
        if (argument.is == ::gpufft::argument_kind::number)
            d_messages.on(name, [this, name](const auto& v) {
                change_all([&](auto& values) { values.set_number(name, number_of(v)); });
            });
        else
            d_messages.on(name, [this, name](const auto& v) {
                change_all(
                    [&](auto& values) { values.set_buffer(name, complexes_of(v)); });
            });
    }

    block_status status() const
    {
        return { device_name(), plan_line(),     static_cast<std::size_t>(queue_depth()),
                 gsps(),        this->dropped(), stream().ends().text() };
    }

    const ::gpufft::item_expression_pointer d_computes;
    mutable std::mutex d_mutex;
    expression_values d_values; //!< guarded by it
    rate_meter d_meter;
    block_messages d_messages;
    live_refusals d_refusals;
};

} // namespace

expression::sptr expression::make(const std::string& text,
                                  const std::string& inputs,
                                  const std::string& output,
                                  std::size_t vlen,
                                  const number_map& numbers,
                                  const buffer_map& buffers,
                                  const real_buffer_map& real_buffers)
try {
    const auto to = ::gpufft::parse_item_types(output, "output");
    if (to.size() != 1)
        ::gpufft::refuse("{} outputs, \"{}\"; an expression has one", to.size(), output);
    const expression_values values(numbers, buffers, real_buffers);
    const auto computes = ::gpufft::make_item_expression(
        text, ::gpufft::parse_item_types(inputs, "inputs"), to[0], vlen, values.names());
    const item_request request{ "expression",
                                ::gpufft::item_operation::of(computes),
                                {} };
    return gnuradio::make_block_sptr<expression_impl>(computes, request, values);
} catch (const ::gpufft::expression_error& e) {
    throw ::gpufft::plan_error(e.what());
}

} // namespace gpufft
} // namespace gr
