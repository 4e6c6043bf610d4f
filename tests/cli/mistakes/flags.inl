// Commands and options.

TOOL("there is no command `rnu`", "did you mean `run`?", "rnu", "sleigh.noslip")
TOOL("there is no command `chek`", "did you mean `check`?", "chek", "sleigh.noslip")
TOOL("there is no command `walk`",
     "there are run, resume, check, methods, advise, converge, compare, ensemble, sweep, section, study, plot, animate, report, export and help",
     "walk", "sleigh.noslip")
TOOL("there is no command `conpare`", "did you mean `compare`?", "conpare", "sleigh.noslip")
TOOL("there is no option --verison before the command", "did you mean --version?", "--verison")
TOOL("there is no option --foo before the command", "`noslip --help` shows what there is",
     "--foo")
TOOL("there is no command `rnu`", "did you mean `run`?", "help", "rnu")
TOOL("`run` needs a model file", "as in: noslip run models/sleigh.noslip", "run")
TOOL("`check` needs a model file", "as in: noslip check models/sleigh.noslip", "check")
TOOL("`converge` needs a model file", "as in: noslip converge models/sleigh.noslip", "converge")
TOOL("an ensemble needs members", "--init-file many.csv, or --sample \"x=-1:1\" --members N",
     "ensemble")
TOOL("`section` needs a model file", "as in: noslip section models/sleigh.noslip", "section")
TOOL("`plot` needs a file", "as in: noslip plot sleigh.h5 x:y -o sleigh.png", "plot")
TOOL("`plot` does not read standard input", "give the name of a file", "plot", "-", "x:y")
TOOL("`export` needs a model file", "as in: noslip export models/sleigh.noslip", "export")
TOOL("`run` takes one argument, here are two: `sleigh.noslip` and `rod.noslip`",
     "options begin with --, values with spaces stand in quotes", "run", "sleigh.noslip",
     "rod.noslip")
TOOL("`run` has no option --setp", "did you mean --step or --set?", "run", "sleigh.noslip",
     "--setp", "0.1")
TOOL("`run` has no option --untl", "did you mean --until?", "run", "sleigh.noslip", "--untl", "1")
TOOL("`run` has no option --mehtod", "did you mean --method?", "run", "sleigh.noslip",
     "--mehtod", "dla-mp")
TOOL("`run` has no option --zzz", "`noslip help run` lists them", "run", "sleigh.noslip", "--zzz")
TOOL("`run` has no option -z", "`noslip help run` lists them", "run", "sleigh.noslip", "-z")
TOOL("--step needs a value", "`noslip help run` shows how", "run", "sleigh.noslip", "--step")
TOOL("--quiet takes no value", "write --quiet alone", "run", "sleigh.noslip", "--quiet=1")
TOOL("--json takes no value", "write --json alone", "run", "sleigh.noslip", "--json=yes")
TOOL("--step needs a value", "`noslip help run` shows how", "run", "sleigh.noslip", "--step",
     "--until")
TOOL("--step abc", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip",
     "--step", "abc")
TOOL("--step 0x10: hexadecimal numbers are not read",
     "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--step", "0x10")
TOOL("--step -0x10: hexadecimal numbers are not read",
     "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--step", "-0x10")
TOOL("--step inf: this is not a finite number", "expected a number such as 0.05, 1/60 or 2*pi",
     "run", "sleigh.noslip", "--step", "inf")
TOOL("--step nan: this is not a finite number", "expected a number such as 0.05, 1/60 or 2*pi",
     "run", "sleigh.noslip", "--step", "nan")
TOOL("--step 1e999", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip",
     "--step", "1e999")
TOOL("--step 0: steps of length 0 lead nowhere", "give a length, as in --step 0.01", "run",
     "sleigh.noslip", "--step", "0")
TOOL("--step", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--step",
     "")
TOOL("--step 0.1.2", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip",
     "--step", "0.1.2")
TOOL("--step 1,5", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip",
     "--step", "1,5")
TOOL("--until 0x1p3: hexadecimal numbers are not read",
     "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--until", "0x1p3")
TOOL("--until infinity: this is not a finite number",
     "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--until",
     "infinity")
TOOL("--until 1/0", "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip",
     "--until", "1/0")
TOOL("--steps 1.5", "expected a whole number from 0 to 1e15, as in 1000 or 1e6", "run",
     "sleigh.noslip", "--steps", "1.5")
TOOL("--steps -1", "expected a whole number from 0 to 1e15, as in 1000 or 1e6", "run",
     "sleigh.noslip", "--steps", "-1")
TOOL("--steps 0x10: hexadecimal numbers are not read",
     "expected a whole number from 0 to 1e15, as in 1000 or 1e6", "run", "sleigh.noslip",
     "--steps", "0x10")
TOOL("--steps 1e16", "expected a whole number from 0 to 1e15, as in 1000 or 1e6", "run",
     "sleigh.noslip", "--steps", "1e16")
TOOL("--every 0", "expected 1 (every step) or more, as in --every 10", "run", "sleigh.noslip",
     "--every", "0")
TOOL("--every x", "expected a whole number from 0 to 1e15, as in 1000 or 1e6", "run",
     "sleigh.noslip", "--every", "x")
TOOL("--until and --steps both say where the run ends", "give one of them", "run",
     "sleigh.noslip", "--until", "1", "--steps", "3")
TOOL("the step 2 is longer than the run to t = 1", "give a shorter one, or a later end", "run",
     "sleigh.noslip", "--step", "2")
TOOL("steps of 0.05 do not lead to t = -1", "give both the same sign", "run", "sleigh.noslip",
     "--until", "-1")
TOOL("there is no backend `gpu`", "there are `auto`, `interpret` and `native`", "run",
     "sleigh.noslip", "--backend", "gpu")
TOOL("--json and -o - both want standard output", "give -o a file", "run", "sleigh.noslip",
     "--json", "-o", "-")
TOOL("-o sleigh.noslip would overwrite the model", "choose another name", "run", "sleigh.noslip",
     "-o", "sleigh.noslip")
TOOL("cannot write `nowhere/x.csv`: No such file or directory", "choose another place", "run",
     "sleigh.noslip", "-o", "nowhere/x.csv")
TOOL("no step: the model has no `run step`, and nothing in it has a time scale at the start",
     "give one with --step", "run", "bare.noslip")
TOOL("no step: the model has no `run step`", "give one with --step", "run", "bare.noslip",
     "--method", "dla-mp")
TOOL("the run has no end",
     "give --until T or --steps N, or a `run until` in the model; with a negative step, --until",
     "run", "bare.noslip", "--method", "dla-mp", "--step", "0.1")
TOOL("--steps 0.2:", "expected numbers, as in 0.2:0.0125 or 0.1,0.05,1/60", "converge",
     "sleigh.noslip", "--steps", "0.2:")
TOOL("--steps 0.3:0.1: halving 0.3 leads to 0.15 and 0.075, not to 0.1", "end with one of these",
     "converge", "sleigh.noslip", "--steps", "0.3:0.1")
TOOL("--steps 0.1:0.2", "expected the largest and the smallest step, as in 0.2:0.0125",
     "converge", "sleigh.noslip", "--steps", "0.1:0.2")
TOOL("--steps 0x1", "expected numbers, as in 0.2:0.0125 or 0.1,0.05,1/60", "converge",
     "sleigh.noslip", "--steps", "0x1")
TOOL("the step 0.1 is given twice", "delete one of them", "converge", "sleigh.noslip", "--steps",
     "0.1,0.1")
TOOL("--steps 0.1,: item 2 of the list is empty", "delete the comma, or write what is missing",
     "converge", "sleigh.noslip", "--steps", "0.1,")
TOOL("the step 0.3 does not divide the end time 1: it would take 3.333333333 steps",
     "the nearest that does is 1/3", "converge", "sleigh.noslip", "--steps", "0.3", "--until",
     "1")
TOOL("--until 0: a study ends at a positive time", "as in --until 1", "converge",
     "sleigh.noslip", "--until", "0")
TOOL("the model has no exact solution", "write one with `exact`, or give --reference METHOD",
     "converge", "sleigh.noslip", "--reference", "exact")
TOOL("there is no method `dla-pm` in this version", "did you mean `dla-mp` or `dla-cm`?",
     "converge", "sleigh.noslip", "--reference", "dla-pm")
TOOL("--methods dla-mp,,spark(3): item 2 of the list is empty",
     "delete the comma, or write what is missing", "converge", "sleigh.noslip", "--methods",
     "dla-mp,,spark(3)")
TOOL("`index1` has no order in h: it chooses its steps itself",
     "it may be the reference, with --reference", "converge", "sleigh.noslip", "--methods",
     "index1")
TOOL("there is no method `sprak` in this version", "did you mean `spark(s)`?", "compare",
     "sleigh.noslip", "--methods", "dla-mp,sprak(3)")
TOOL("--steps 0: there is nothing to compare at the start", "give 1 or more", "compare",
     "sleigh.noslip", "--steps", "0")
TOOL("--until 0: there is nothing to compare at the start", "give a later time", "compare",
     "sleigh.noslip", "--until", "0")
TOOL("-o x.txt", "pictures are .png, .svg or .pdf, numbers are .csv", "compare", "sleigh.noslip",
     "-o", "x.txt")
TOOL("-o x.txt", "pictures are .png, .svg or .pdf, numbers are .csv or .h5", "sweep",
     "sleigh.noslip", "--over", "a=1,2", "-o", "x.txt")
TOOL("no method: the model has no `run method`", "give some with --methods", "compare",
     "bare.noslip", "--step", "0.1")
TOOL("there is no column `xx`", "did you mean `x`?", "plot", "good.csv", "xx:t")
TOOL("`x:y:t:q` has more than two colons", "a panel is written as x:y or x:y:z", "plot", "good.csv",
     "x:y:t:q")
TOOL("the formula:1:3: error: there is no column `yy`", "did you mean `y`?", "plot", "good.csv",
     "x+yy")
TOOL("`x:x,y:x,y,t`: 2 and 3 values do not make pairs", "write", "plot", "good.csv", "x:x,y:x,y,t")
TOOL("--log z", "expected x, y, xy or none", "plot", "good.csv", "x:y", "--log", "z")
TOOL("--log y: a logarithmic axis has positive numbers only; the range has -1",
     "give a positive number, or leave it out", "plot", "good.csv", "x:y", "--log", "y", "--y-range",
     "-1:1")
TOOL("a path in space has no logarithmic axes and no ranges", "leave --log and the ranges out",
     "plot", "good.csv", "x:y:t", "--log", "x")
TOOL("--y-range 3", "expected two numbers, as in -1:2.5", "plot", "good.csv", "x:y", "--y-range", "3")
TOOL("--x-range a:b", "expected two numbers, as in -1:2.5", "plot", "good.csv", "x:y", "--x-range",
     "a:b")
TOOL("--x-range 3:1: the range does not end above its beginning", "write the smaller number first",
     "plot", "good.csv", "x:y", "--x-range", "3:1")
TOOL("--points and --lines say opposite things", "give one of them", "plot", "good.csv", "x:y",
     "--points", "--lines")
TOOL("--by orbit: good.csv has no such column", "its first line names them", "plot", "good.csv",
     "x:y", "--by", "orbit")
TOOL("--error-against exact: whose solution?", "Give the model with --model, or plot it itself",
     "plot", "good.csv", "x", "--error-against", "exact")
TOOL("sleigh.noslip: the model has no exact solution", "write one with `exact`", "plot", "good.csv",
     "x", "--error-against", "exact", "--model", "sleigh.noslip")
TOOL("--model belongs to --error-against exact", "give both, or none", "plot", "good.csv", "x",
     "--model", "sleigh.noslip")
TOOL("cannot read `none.csv`: No such file or directory", "check the path", "plot", "good.csv", "x",
     "--error-against", "none.csv")
TOOL("--methods, --step and the like belong to a model", "as in: noslip plot models/sleigh.noslip",
     "plot", "good.csv", "x:y", "--methods", "dla-mp")
TOOL("--method and --methods both name the methods", "give one of them", "plot", "sleigh.noslip",
     "x:y", "--method", "dla-mp", "--methods", "dla-cm")
TOOL("--methods dla-mp,,dla-cm: item 2 of the list is empty", "delete the comma", "plot",
     "sleigh.noslip", "x:y", "--methods", "dla-mp,,dla-cm")
TOOL("a name is missing", "a panel is written as x:y or x,y:t", "plot", "good.csv", ":")
TOOL("-o a.gif", "pictures are .png, .svg or .pdf", "plot", "good.csv", "x:y", "-o", "a.gif")
TOOL("--size 0x0", "expected width and height in pixels, each from 100 to 10000, as in 1200x600",
     "plot", "good.csv", "x:y", "--size", "0x0")
TOOL("--size big", "expected width and height in pixels, each from 100 to 10000, as in 1200x600",
     "plot", "good.csv", "x:y", "--size", "big")
TOOL("cannot read `none.csv`: No such file or directory", "check the path", "plot", "none.csv",
     "x:y")
TOOL("cannot read `.`: it is a folder", "give a file", "plot", ".", "x:y")
TOOL("-o sleigh.noslip would overwrite the model", "choose another name", "export",
     "sleigh.noslip", "-o", "sleigh.noslip")
TOOL("only mechanical models can be exported in this version, and the class of this one is:",
     "a run with --backend native compiles it all the same", "export", "dae.noslip")
TOOL("there is no method `dla-pm` in this version", "did you mean `dla-mp` or `dla-cm`?",
     "methods", "dla-pm")
TOOL("--json prints the whole list", "give no NAME with it", "methods", "dla-mp", "--json")
TOOL("cannot read none.noslip: No such file or directory", "give the path of a model file",
     "methods", "--for", "none.noslip")
TOOL("a command comes before", "the model, as in: noslip run sleigh.noslip", "sleigh.noslip")
TOOL("steps of 1e-12 to t = 1e+09 are more than 1e+15", "give a longer step, or an earlier end",
     "run", "sleigh.noslip", "--step", "1e-12", "--until", "1e9")
TOOL("there is no command `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa`",
     "there are run, resume, check, methods, advise, converge, compare, ensemble, sweep, section, study, plot, animate, report, export and help",
     "@10000*a@")
TOOL("`run` has no option --aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "`noslip help run` lists them", "run", "--@10000*a@")
TOOL("cannot read aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaa.noslip", "File name too long",
     "run", "@10000*a@.noslip")
TOOL("--step aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa",
     "expected a number such as 0.05, 1/60 or 2*pi", "run", "sleigh.noslip", "--step",
     "@10000*a@")
TOOL("there is no method `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa` in this version",
     "`noslip methods` lists those there are)", "run", "sleigh.noslip", "--method", "@10000*a@")
TOOL("--set: sleigh has no constant or parameter", "`noslip check` lists what it has", "run",
     "sleigh.noslip", "--set", "@10000*a@=1")
TOOL("--init: sleigh has no unknown `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa`",
     "`noslip check` lists what it has", "run", "sleigh.noslip", "--init", "@10000*a@=1")
TOOL("--set m:1:1: error: unknown name `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaa`",
     "declare it above with `param`, `coord` or `let`", "run", "sleigh.noslip", "--set",
     "m=@10000*a@")
TOOL("there is no initial value or parameter `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa`",
     "`noslip check` lists the unknowns of the model", "ensemble", "sleigh.noslip", "--sample",
     "@10000*a@=0:1", "--members", "2")
TOOL("the model has no section `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa`",
     "an equation is one, too, as in --section \"y' = 0 rising\"", "section", "sleigh.noslip",
     "--section", "@10000*a@")
TOOL("there is no column `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`",
     "there are t, x, y, energy", "plot", "good.csv", "@10000*a@:t")
TOOL("--error 2: an error is a number from 1e-14 to 1", "as in --error 1e-8", "advise",
     "sleigh.noslip", "--error", "2")
TOOL("--error 1e-20: an error is a number", "from 1e-14 to 1", "advise", "sleigh.noslip", "--error",
     "1e-20")
TOOL("--until -3: trials end at a positive time", "as in --until 10", "advise", "sleigh.noslip",
     "--until", "-3")
