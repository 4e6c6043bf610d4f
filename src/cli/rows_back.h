// The rows of a run that is resumed, where its HDF5 file is complete already.

#pragma once

// What has come to its end has made an HDF5 file of its rows (output/rows.c) and has removed them. If
// they are missing, they are read back. An exit status.
int rows_back(const char *path);
