// The program and the style of a page, as they stand in web/report, joined when noslip is built.

#pragma once

extern const char web_program[];  // JavaScript
extern const char web_style[];    // CSS

// sha256-... of both, in base64, for the content security policy
extern const char web_program_hash[], web_style_hash[];
