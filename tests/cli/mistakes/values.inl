// The values of --set, --init, --sample, --section.

TOOL("--set: sleigh has no constant or parameter `mm`", "did you mean `m`?", "run",
     "sleigh.noslip", "--set", "mm=2")
TOOL("--set: sleigh has no constant or parameter `zz`", "`noslip check` lists what it has",
     "run", "sleigh.noslip", "--set", "zz=2")
TOOL("--set m", "expected name=value, as in --set m=2", "run", "sleigh.noslip", "--set", "m")
TOOL("--set =2", "expected name=value, as in --set m=2", "run", "sleigh.noslip", "--set", "=2")
TOOL("--set m=", "expected name=value, as in --set m=2", "run", "sleigh.noslip", "--set", "m=")
TOOL("--set m:1:1: error: unknown name `x`", "declare it above with `param`, `coord` or `let`",
     "run", "sleigh.noslip", "--set", "m=x")
TOOL("--set m:1:3: error: missing operator between `2` and `kg`",
     "numbers have no units: write the number alone, or * to multiply by a name", "run",
     "sleigh.noslip", "--set", "m=2 kg")
TOOL("--set m:1:1: error: `0x10` is a hexadecimal number, and these are not read",
     "write it in decimal, as 16 or 1.5e-3", "run", "sleigh.noslip", "--set", "m=0x10")
TOOL("--set m:1:2: error: a division by zero", "check the constants in the divisor", "run",
     "sleigh.noslip", "--set", "m=1/0")
TOOL("--set m:1:3: error: expected `)`, found the end", "the `(` in column 1 is still open",
     "run", "sleigh.noslip", "--set", "m=(1")
TOOL("--set m:1:1: error: a parameter is a scalar, this is a vector of length 2",
     "write a number", "run", "sleigh.noslip", "--set", "m=[1,2]")
TOOL("--set m is given twice, as 1 and as 2", "delete one of them", "run", "sleigh.noslip",
     "--set", "m=1", "--set", "m=2")
TOOL("-o is given twice, as a.csv and as b.csv", "delete one of them", "run", "sleigh.noslip",
     "-o", "a.csv", "-o", "b.csv")
TOOL("--step is given twice, as 0.1 and as 0.2", "delete one of them", "run", "sleigh.noslip",
     "--step", "0.1", "--step=0.2")
TOOL("--count is given twice, as 10 and as 20", "delete one of them", "section",
     "contact_oscillator.noslip", "--count", "10", "--count", "20")
TOOL("--set m:1:1: error: unknown name `inf`", "numbers are finite: write a large one, as 1e300",
     "run", "sleigh.noslip", "--set", "m=inf")
TOOL("--set m:1:1: error: unknown name `nan`", "write a number", "run", "sleigh.noslip", "--set",
     "m=nan")
TOOL("--set m:1:1: error: the number `1e999` is too large",
     "the largest number is about 1.8e308", "run", "sleigh.noslip", "--set", "m=1e999")
TOOL("--set m:1:2: error: missing operator between `2` and `x`", "write 2*x...", "run",
     "sleigh.noslip", "--set", "m=2x")
TOOL("--set m:1:2: error: unexpected character `;`", "a statement ends with its line", "run",
     "sleigh.noslip", "--set", "m=1;2")
TOOL("--init: sleigh has no unknown `z`", "`noslip check` lists what it has", "run",
     "sleigh.noslip", "--init", "z=1")
TOOL("--init x", "expected name=value, as in --init \"x'=1.5\"", "run", "sleigh.noslip",
     "--init", "x")
TOOL("--init x:1:1: error: the value of --init cannot contain the time `t`",
     "write it with numbers and constants", "run", "sleigh.noslip", "--init", "x=t")
TOOL("--init x is given twice, as 1 and as 2", "delete one of them", "run", "sleigh.noslip",
     "--init", "x=1", "--init", "x=2")
TOOL("--init x:1:1: error: `x` is a scalar, this is a vector of length 2", "write a scalar",
     "run", "sleigh.noslip", "--init", "x=[1,2]")
TOOL("--init:1:3: error: expected the end, found `'`", "it is written as in: x, x' or w[2]",
     "run", "sleigh.noslip", "--init", "x''=1")
TOOL("--init x:1:1: error: `0x1` is a hexadecimal number, and these are not read",
     "write it in decimal, as 16 or 1.5e-3", "run", "sleigh.noslip", "--init", "x=0x1")
TOOL("--init:1:2: error: expected the end, found `(`", "it is written as in: x, x' or w[2]",
     "run", "sleigh.noslip", "--init", "x(0)=1")
TOOL("--init x:1:1: error: unknown name `nan`", "write a number", "run", "sleigh.noslip",
     "--init", "x=nan")
TOOL("--init:1:1: error: `m` is a parameter, not an unknown of the model",
     "--set gives values to parameters", "run", "sleigh.noslip", "--init", "m=1")
TOOL("--init: sleigh has no unknown `thet`", "did you mean `theta`?", "run", "sleigh.noslip",
     "--init", "thet=1")
TOOL("--init: `x_dot`", "is written x' here", "run", "sleigh.noslip", "--init", "x_dot=1")
TOOL("--init:1:1: error: expected a name, found `2`", "it is written as in: x, x' or w[2]",
     "run", "sleigh.noslip", "--init", "2=1")
TOOL("an ensemble needs members", "--init-file many.csv, or --sample \"x=-1:1\" --members N",
     "ensemble", "sleigh.noslip")
TOOL("--sample needs a number of members, 1 or more", "give --members N", "ensemble",
     "sleigh.noslip", "--sample", "x=-1:1")
TOOL("an ensemble needs members", "--init-file many.csv, or --sample \"x=-1:1\" --members N",
     "ensemble", "sleigh.noslip", "--members", "3")
TOOL("--sample x=1:-1: the range begins above its end", "write the smaller number first",
     "ensemble", "sleigh.noslip", "--sample", "x=1:-1", "--members", "3")
TOOL("--sample x", "expected a key and its range, as in \"x=-1:1\"", "ensemble", "sleigh.noslip",
     "--sample", "x", "--members", "3")
TOOL("--sample x=1", "expected a key and its range, as in \"x=-1:1\"", "ensemble",
     "sleigh.noslip", "--sample", "x=1", "--members", "3")
TOOL("--sample x=0x1:0x2", "expected a key and its range, as in \"x=-1:1\"", "ensemble",
     "sleigh.noslip", "--sample", "x=0x1:0x2", "--members", "3")
TOOL("--sample x=nan:1", "expected a key and its range, as in \"x=-1:1\"", "ensemble",
     "sleigh.noslip", "--sample", "x=nan:1", "--members", "3")
TOOL("--sample x=normal(0,-1): the deviation is negative", "write normal(mean, deviation)",
     "ensemble", "sleigh.noslip", "--sample", "x=normal(0,-1)", "--members", "3")
TOOL("--sample x=normal(0): expected a key and its range", "\"x=normal(0, 0.1)\"", "ensemble",
     "sleigh.noslip", "--sample", "x=normal(0)", "--members", "3")
TOOL("--sample x=log(-1:1): a range in the logarithm lies above 0", "without `log`", "ensemble",
     "sleigh.noslip", "--sample", "x=log(-1:1)", "--members", "3")
TOOL("--sample x=log(2:1): the range begins above its end", "write the smaller number first",
     "ensemble", "sleigh.noslip", "--sample", "x=log(2:1)", "--members", "3")
TOOL("there is no initial value or parameter `z`", "`noslip check` lists the unknowns of the model",
     "ensemble", "sleigh.noslip", "--sample", "z=0:1", "--members", "3")
TOOL("the value of `x` is given twice", "delete one of them", "ensemble",
     "sleigh.noslip", "--sample", "x=0:1,x=0:1", "--members", "3")
TOOL("--sample needs a number of members, 1 or more", "give --members N", "ensemble",
     "sleigh.noslip", "--sample", "x=0:1", "--members", "0")
TOOL("--threads 0", "expected 1 or more, as in --threads 4", "ensemble", "sleigh.noslip",
     "--sample", "x=0:1", "--members", "3", "--threads", "0")
TOOL("an ensemble takes at least one step", "give --steps 1 or more, or a later --until",
     "ensemble", "sleigh.noslip", "--sample", "x=0:1", "--members", "3", "--steps", "0")
TOOL("-o a.txt: pictures are .png, .svg or .pdf", "numbers are .csv or .h5", "ensemble",
     "sleigh.noslip", "--sample", "x=0:1", "--members", "3", "-o", "a.txt")
TOOL("--init-file and --sample both give the members", "give one of them", "ensemble",
     "sleigh.noslip", "--init-file", "unknown.csv", "--sample", "x=0:1")
TOOL("an ensemble has at most 100000000 members", "give fewer", "ensemble", "sleigh.noslip",
     "--sample", "x=0:1", "--members", "1e10")
TOOL("the model has no section `lwo`", "did you mean `low`?", "section", "rod.noslip",
     "--section", "lwo")
TOOL("the model has no section `nothing here`",
     "an equation is one, too, as in --section \"y' = 0 rising\"", "section", "rod.noslip",
     "--section", "nothing here")
TOOL("--section:1:4: error: expected an expression, found the end",
     "something is missing between the two symbols, or at the end", "section", "rod.noslip",
     "--section", "x = ")
TOOL("--section:1:1: error: unknown name `zz`",
     "declare it above with `param`, `coord` or `let`", "section", "rod.noslip", "--section",
     "zz = 0")
TOOL("--direction up", "expected rising, falling or both", "section", "rod.noslip",
     "--direction", "up")
TOOL("--count 0", "expected 1 or more, as in --count 400", "section", "rod.noslip", "--count",
     "0")
TOOL("the model has no section", "give one, as in --section \"y' = 0 rising\"", "section",
     "sleigh.noslip")
TOOL("the model has several sections", "choose one with --section: a, b", "section", "two.noslip")
TOOL("there is no crossing at the start", "give --steps 1 or more, or a later --until",
     "section", "rod.noslip", "--steps", "0")

TOOL("--at x: expected times", "such as \"0.1, 0.25, 1\"", "run", "sleigh.noslip", "--at", "x", "-o",
     "-")
TOOL("--at 99: the run is from t = 0 to 1", "give a time in it, or another --until", "run",
     "sleigh.noslip", "--until", "1", "--at", "0.5,99", "-o", "-")
TOOL("--at and --every both say which rows there are", "give one of them", "run", "sleigh.noslip",
     "--at", "1", "--every", "2", "-o", "-")
TOOL("--at gives the times of rows, and there is no file for them", "give -o FILE", "run",
     "sleigh.noslip", "--at", "1")
