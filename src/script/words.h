// Lists of the words of study files, each ended by NULL, for the parser and for suggestions.

#pragma once

extern const char *const script_statements[], *const script_other_items[];
