#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError, std::string_view, std::string_view> property_kind_has_no_type{
    "Property '{}': kind '{}' has no JSON Schema type; use string, integer, float, boolean, array, object, image, file "
    "or audio",
    "P7.1.4-10"};
inline constexpr Wording<ValueError, std::string_view> union_of_no_list{
    "Property '{}': a union needs either oneOf or anyOf, with at least one property in it; both are read since edition "
    "2026-08",
    "P7.10-03"};
inline constexpr Wording<ValueError, std::string_view> required_thread_has_no_type{
    "Property '{}': a model cannot supply a thread; make it optional or give it another kind", "P7.1.4-10"};
inline constexpr Wording<NotImplementedError, std::string_view, std::string_view> tool_kind_not_offered{
    "Tool '{}': what a tool of kind '{}' offers is found out in a turn, which also carries its calls out; use turn "
    "(prompty turn FILE) in place of a single request",
    "P7.1.3-01"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> function_offered_twice{
    "Tool '{1}': a function '{0}' is already offered to the model; rename one, or narrow allowedTools", "P2.9-03"};
inline constexpr Wording<ValueError> image_without_media_type{
    "Image part: base64 needs a media type for Anthropic; give mediaType, such as image/png, or an https address",
    "P7.5-21"};
inline constexpr Wording<ValueError> image_not_base64{
    "Image part: a data address for Anthropic must hold base64, as in data:image/png;base64,<data>; encode the image "
    "so, or give an https address",
    "P7.5-21"};
inline constexpr Wording<ValueError, std::string_view> not_an_audio_type{
    "Audio part: the media type '{}' is not of the form audio/<format>, such as audio/wav", "P7.1.2-09"};
inline constexpr Wording<ValueError> audio_without_media_type{
    "Audio part: the provider wants to know its format; give mediaType, such as audio/wav", "P7.1.2-09"};
inline constexpr Wording<ValueError, std::string_view> audio_format_refused{
    "Audio part: the provider takes wav and mp3, not {}; convert the recording and give mediaType audio/wav or "
    "audio/mpeg",
    "P7.1.2-16"};
inline constexpr Wording<ValueError> file_not_inline{
    "File part: a chat request takes no address of a file; give the file as a data: address, or as base64 with "
    "mediaType, or set model.apiType to responses, which takes addresses",
    "P7.1.2-08"};
inline constexpr Wording<ValueError> nothing_to_embed{
    "Embeddings: no message has a text part, and the provider refuses an empty input; add a text", "P7.2-06"};
/// The texts count from 1.
inline constexpr Wording<ValueError, std::size_t> empty_text_to_embed{
    "Embeddings: text {} is empty, which the provider refuses; leave it out or fill it", "P7.2-04"};
inline constexpr Wording<ValueError> no_image_prompt{
    "Image request: the prompt is the first text of the user's last message, and there is none; put 'user:' on a line "
    "above what is to be drawn",
    "P7.3-03"};
inline constexpr Wording<ValueError, std::string_view> call_arguments_not_an_object{
    "{} must be the text of a JSON object, which Anthropic takes as the input of the call"};

}  // namespace prompty::errors
