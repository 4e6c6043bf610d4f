// Files that are not there, or are not what they should be.

TOOL("cannot read none.noslip: No such file or directory", "give the path of a model file",
     "run", "none.noslip")
TOOL("cannot read .: Is a directory", "give a file", "run", ".")
TOOL("cannot read none.noslip: No such file or directory", "give the path of a model file",
     "check", "none.noslip")
TOOL("cannot write `a.xyz`:", "trajectories are CSV (.csv) or HDF5 (.h5)", "run", "rod.noslip",
     "-o", "a.xyz")
TOOL("cannot write `.`: Is a directory", "choose another place", "run", "rod.noslip", "-o", ".")
TOOL("cannot write `/dev/full/x.csv`: Not a directory", "choose another place", "run",
     "rod.noslip", "-o", "/dev/full/x.csv")
TOOL("cannot read none.noslip: No such file or directory", "give the path of a model file",
     "section", "none.noslip")
TOOL("fake.h5: not an HDF5 file, although it is called one", "CSV files end with .csv", "plot",
     "fake.h5", "x:y")
TOOL("cannot read `none.csv`: No such file or directory", "check the path", "ensemble",
     "rod.noslip", "--init-file", "none.csv")
TOOL("cannot read `.`: it is a folder", "give a file", "ensemble", "rod.noslip", "--init-file",
     ".")
TOOL("empty.csv: empty", "a table begins with a line of names", "ensemble", "rod.noslip",
     "--init-file", "empty.csv")
TOOL("names.csv: no rows", "below the names, every line is one", "ensemble", "rod.noslip",
     "--init-file", "names.csv")
TOOL("text.csv:2: column 2 (`y`): `two` is not a number",
     "write decimal digits, as 0.5 or -1e-3", "ensemble", "rod.noslip", "--init-file", "text.csv")
TOOL("short.csv:2: 1 columns, but the first line names 2",
     "every line has one number for each name", "ensemble", "rod.noslip", "--init-file",
     "short.csv")
TOOL("long.csv:2: 3 columns, but the first line names 2",
     "every line has one number for each name", "ensemble", "rod.noslip", "--init-file",
     "long.csv")
TOOL("same.csv: columns 1 and 2 have the same name, `x`", "rename one", "ensemble", "rod.noslip",
     "--init-file", "same.csv")
TOOL("noname.csv: column 2 has no name", "the first line names them all", "ensemble",
     "rod.noslip", "--init-file", "noname.csv")
TOOL("there is no initial value or parameter `yy`", "did you mean `y` or `y'`?", "ensemble", "rod.noslip",
     "--init-file", "unknown.csv")
TOOL("member 0: the value of `y` is not a finite number",
     "give one, or leave out the row", "ensemble", "rod.noslip", "--init-file", "nan.csv")
TOOL("member 0: the value of `x` is not a finite number",
     "give one, or leave out the row", "ensemble", "rod.noslip", "--init-file", "inf.csv")
TOOL("hex.csv:2: column 1 (`x`): `0x10` is not a number",
     "write decimal digits, as 0.5 or -1e-3", "ensemble", "rod.noslip", "--init-file", "hex.csv")
TOOL("fake.h5: not an HDF5 file, although it is called one", "CSV files end with .csv",
     "ensemble", "rod.noslip", "--init-file", "fake.h5")
TOOL("open.csv:1: a quote that is not closed", "close it with \"", "ensemble", "rod.noslip",
     "--init-file", "open.csv")
TOOL("quote.csv:2: a quote that is not closed", "close it with \"", "ensemble", "rod.noslip",
     "--init-file", "quote.csv")

TOOL("--input u: expected name=value", "as in --input u=FILE.csv", "run", "driven.noslip", "--input",
     "u")
TOOL("--input u=gusts.csv: the file has no column `u`", "it needs the columns t and u", "run",
     "driven.noslip", "--input", "u=gusts.csv")
TOOL("driven has no input `win`", "did you mean `wind`?", "run", "driven.noslip", "--input",
     "win=2")
TOOL("the times of the input `u` do not increase: 0.5 after 1 in row 3", "sort them", "run",
     "driven.noslip", "--input", "u=unsorted.csv")
TOOL("nowhere.csv", "", "run", "driven.noslip", "--input", "u=nowhere.csv:hold")
TOOL("--input u is given twice", "delete one of them", "run", "driven.noslip", "--input", "u=1",
     "--input", "u=2")
TOOL("-o gusts.csv would overwrite the input `wind`", "choose another name", "run",
     "driven.noslip", "--input", "wind=gusts.csv", "-o", "gusts.csv")
TOOL("driven has no constant or parameter `win`", "did you mean `wind`?", "run", "driven.noslip", "--set", "win=2")
