// What the options mean, one row each. The table of a command says which options it has and where
// their values go; --help, the man pages and completion join it with these rows.
//
//   OPTION(name, commands, argument, values, words, text)
//
//   commands  "": of every command that has such an option, unless a row names the command; several
//             are separated by spaces
//   argument  what stands for its value, "" for a flag
//   values    VALUES_... of option_texts.h: what completion offers
//   words     of VALUES_WORDS the values, of VALUES_FILES the ends of their names
//   text      a sentence or two; "; without it, ..." says what holds if the option is not given

// ---- the model

OPTION("--set", "", "name=value", PARAMETER, "",
       "another constant or parameter, m=2, \"m[2]=5\"; may be repeated")
OPTION("--set", "methods", "name=value", PARAMETER, "",
       "with --for: another value for a constant or parameter")
OPTION("--init", "", "key=value", START, "",
       "another initial value, x=1 or \"x'=0.5\", or the start time t=2; may be repeated. What is "
       "not given is found from the constraints")
OPTION("--init", "converge", "key=value", START, "",
       "another initial value, x=1 or \"x'=0.5\"; may be repeated. An exact solution does not "
       "hold then")
OPTION("--init", "ensemble section sweep", "key=value", START, "",
       "another initial value for all starts; may be repeated")
OPTION("--project", "", "", NONE, "",
       "move given initial values, too, the least they must, where they contradict a constraint, "
       "and say what moved")

OPTION("--input", "export", "u=NUMBER", NONE, "",
       "an input of the model has this value; the exported program may set others")
OPTION("--input", "", "u=FILE", INPUT, "",
       "an input of the model follows the columns t and u of a file, CSV or HDF5, joined by lines; "
       "u=FILE:hold keeps each value until the next time. A step takes the value in its middle. "
       "u=0.5 is a constant")

// ---- the run

OPTION("--method", "", "M", METHOD, "", "the method; `noslip methods` lists them")
OPTION("--method", "check", "M", METHOD, "", "for this method; without it, that of the `run` line")
OPTION("--methods", "", "M,...", METHODS, "",
       "the methods; commas inside parentheses belong to a method. Without it, the method of the "
       "model's `run` line")
OPTION("--step", "", "h", NONE, "", "the step; a negative one runs backwards")
OPTION("--step", "check", "h", NONE, "",
       "with this step, likewise; with --structure a large one shows more")
OPTION("--step", "compare", "h", NONE, "",
       "the step of all methods; without it, that of the `run` line")
OPTION("--step", "methods", "h", NONE, "",
       "with --for: the step of the trials; without it, that of the `run` line")
OPTION("--until", "", "T", NONE, "",
       "the time at the end. If T is not a multiple of h, the run stops at the last node before "
       "it and says so")
OPTION("--until", "run plot sweep animate", "T", NONE, "",
       "the time at the end. If T is not a multiple of h, a symmetric method takes a last step "
       "that is shorter, any other stops at the last node before T; a warning says so")
OPTION("--until", "compare", "T", NONE, "",
       "the time at the end; without it, that of the `run` line. If T is not a multiple of h, all "
       "stop at the last node before it, and a note says so")
OPTION("--until", "converge", "T", NONE, "",
       "the time at the end, a multiple of all steps; without it, that of the `run` line")
OPTION("--until", "advise", "T", NONE, "",
       "the time at the end; without it, that of the `run` line")
OPTION("--error", "advise", "E", NONE, "",
       "the error at the end, relative to the largest number of its kind; without it, 1e-6")
OPTION("--steps", "", "N", NONE, "", "take exactly N steps, instead of --until")
OPTION("--steps", "run export", "N", NONE, "",
       "take exactly N steps, instead of --until; 0 is the start alone")
OPTION("--steps", "converge", "a:b", NONE, "",
       "steps a, a/2, a/4, ... b; or a list, 0.1,0.05,0.02. Each divides T. Without it, the step "
       "of the `run` line and four halvings")
OPTION("--every", "", "k", NONE, "",
       "a row for every k-th step; the start and the end always have one")
OPTION("--output", "sweep", "FILE", FILES, ".png .svg .pdf .csv .h5",
       "a picture, .png, .svg or .pdf, or all columns, .csv or .h5; `-o -` writes CSV to standard "
       "output and the table to standard error")
OPTION("--every", "sweep", "k", NONE, "",
       "statistics over every k-th step; the start and the end always count")
OPTION("--every", "ensemble", "k", NONE, "",
       "statistics after every k-th step; at the start and at the end always")
OPTION("--at", "", "TIMES", NONE, "",
       "rows at these times instead, as in \"0.1, 0.25, 1\", by steps beside the run, which goes on "
       "as without them")
OPTION("--backend", "", "B", WORDS, "native interpret auto",
       "native: compile the model with the C compiler of the system (kept for the next time in "
       "$NOSLIP_CACHE or ~/.cache/noslip); interpret: do not; auto, the default: compile if that "
       "pays. The numbers are the same")
OPTION("--backend", "check", "B", WORDS, "native interpret auto",
       "as for `noslip run`; without it nothing is compiled")
OPTION("--portable", "", "", NONE, "",
       "the same bytes on every processor and with every C library. This holds without it, too: "
       "noslip has sin, exp and the like of its own")

// ---- what comes out

OPTION("--output", "run", "FILE", FILES, ".csv .h5",
       "write the trajectory: .csv, or .h5 for HDF5 with the model, parameters, method and "
       "command in it; `-o -` writes CSV to standard output and the report to standard error")
OPTION("--output", "converge", "FILE", FILES, ".png .svg .pdf .csv",
       "a picture, .png, .svg or .pdf, or the numbers, .csv; `-o -` writes CSV to standard "
       "output and the table to standard error")
OPTION("--output", "advise", "FILE", FILES, ".png .svg .pdf .csv",
       "work against precision: a picture, .png, .svg or .pdf, or all trials, .csv; `-o -` writes "
       "CSV to standard output and the table to standard error")
OPTION("--output", "compare", "FILE", FILES, ".png .svg .pdf .csv",
       "errors over time: a picture, .png, .svg or .pdf, or the numbers, .csv; `-o -` writes CSV "
       "to standard output and the table to standard error")
OPTION("--log", "ensemble", "A", WORDS, "x y xy none",
       "of a picture: logarithmic axes, x, y or xy; with xy, slopes are fitted to the statistics")
OPTION("--output", "ensemble", "FILE", FILES, ".png .svg .pdf .csv .h5",
       "write the statistics at all output times: .csv, with the ends and extremes of all members "
       "in NAME.members.csv, or .h5 for HDF5 with the model and all members; or draw them, .png, "
       ".svg or .pdf; `-o -` writes CSV to standard output and the table to standard error")
OPTION("--output", "section", "FILE", FILES, ".png .svg .pdf .csv",
       "a picture, .png, .svg or .pdf, or the points, .csv; `-o -` writes CSV to standard output "
       "and the table to standard error")
OPTION("--output", "report", "FILE", FILES, ".html", "the page")
OPTION("--output", "animate", "FILE", FILES, ".png .svg .pdf .gif .html",
       "the picture: frames side by side, or a film (.gif); an older file is replaced")
OPTION("--output", "plot", "FILE", FILES, ".png .svg .pdf",
       "the picture: .png, .svg or .pdf; without it, that of FILE with .png")
OPTION("--output", "export", "FILE", FILES, ".c",
       "the file; without it, standard output. It appears whole or not at all")
OPTION("--output", "study", "DIR", NONE, "",
       "write NAME.json and the pictures NAME-1.svg, NAME-2.svg, ... of every study into this "
       "directory, which is made if it is not there")
OPTION("--notes", "", "", NONE, "",
       "begin a CSV file with lines `# model: ...`: model, parameters, method, step, version, "
       "command")
OPTION("--sync", "", "", NONE, "",
       "wait for the disk at the end; by default runs of a minute and more do")
OPTION("--no-sync", "", "", NONE, "", "do not wait for the disk")
OPTION("--json", "", "", NONE, "", "print everything as one JSON object")
OPTION("--checkpoint", "run", "FILE[:s]", FILES, "",
       "leave in FILE what `noslip resume FILE` needs to go on, at the start, every s seconds, at "
       "Ctrl-C, SIGTERM and SIGHUP, and at the end; without :s every 30 seconds. An HDF5 file is "
       "then made at the end, of the rows in FILE.h5.rows")
OPTION("--checkpoint", "study", "FILE[:s]", FILES, "",
       "leave in FILE what `noslip resume FILE` needs to go on, and in FILE.parts how far the runs are, "
       "every s seconds and at Ctrl-C, SIGTERM and SIGHUP; without :s every 30 seconds. Runs that are "
       "finished are kept as always")
OPTION("--checkpoint", "", "FILE[:s]", FILES, "",
       "leave in FILE what `noslip resume FILE` needs to go on, members on their way included, at the "
       "start, every s seconds, at Ctrl-C, SIGTERM and SIGHUP, and at the end; without :s every 30 "
       "seconds. An HDF5 file of --keep is then made at the end, of the rows in FILE.h5.rows")
OPTION("--until", "resume", "T", NONE, "", "a later end; without it, that of the run")
OPTION("--json", "resume", "", NONE, "", "print the report as one JSON object, also if the run did not")
OPTION("--quiet", "resume", "", NONE, "", "no report and no progress bar; warnings and errors stay")
OPTION("--json", "run", "", NONE, "", "print the report as one JSON object")
OPTION("--json", "check", "", NONE, "",
       "with --structure: print the measurements as one JSON object")
OPTION("--json", "study", "", NONE, "",
       "print the results as one JSON list, with an object for every study; of `list`, names, titles, "
       "papers and files")
OPTION("--json", "methods", "", NONE, "", "the list, or that of --for, as JSON")
OPTION("--quiet", "", "", NONE, "", "no table and no progress bar; warnings and errors stay")
OPTION("--quiet", "run", "", NONE, "", "no report and no progress bar; warnings and errors stay")
OPTION("--quiet", "export", "", NONE, "", "do not say how to compile it; warnings and errors stay")

// ---- of single commands

OPTION("--pictures", "", "KIND", WORDS, "svg png pdf",
       "with -o and --page: what the pictures are; without it, svg")
OPTION("--page", "", "FILE", FILES, ".md",
       "write a page in Markdown with the pictures, beside it, and the tables of all studies; of an "
       "older page, what stands above its first line with ## stays")
OPTION("--quick", "", "", NONE, "",
       "the short version of each study: what follows the word `quick` in it")
OPTION("--only", "", "NAME", NONE, "", "of these studies the one with this name")
OPTION("--fresh", "", "", NONE, "", "compute everything, also what was kept from before")
OPTION("--timeout", "", "S", NONE, "",
       "stop a study after S seconds; parts that are finished are kept")
OPTION("--over", "", "key=values", KEY, "",
       "the values of a key: \"v=4:7:31\" are 31 from 4 to 7, \"m=log(0.1:10:21)\" are 21 in equal "
       "ratios, \"step=0.1,0.05\" is a list. A key is a parameter, an initial value or `step`; may be "
       "repeated, for all combinations")
OPTION("--columns", "sweep", "NAMES", NONE, "",
       "what the table and the picture show, and what statistics there are: \"x\" is x.end, "
       "\"energy.variance, theta.max\"; without it, the largest errors, and all in a file")
OPTION("--structure", "", "", NONE, "", "measure what a step keeps")
OPTION("--for", "", "MODEL", MODEL, "",
       "which methods to take for a model, by short trials (less than a second), which apply, "
       "and why the others do not")
OPTION("--reference", "", "R", REFERENCE, "exact richardson",
       "what errors are measured against. exact: the exact solution of the model, the default "
       "where there is one; richardson: the same method with half the step, the default "
       "elsewhere; or a method: one run of it")
OPTION("--reference-step", "", "h", NONE, "",
       "the step of that run; without it, a sixteenth of the smallest step")
OPTION("--over", "", "W", WORDS, "h steps newton seconds",
       "what the picture shows errors over: h, the default, or what they cost: steps, newton "
       "(iterations), seconds")
OPTION("--init-file", "run check export animate", "FILE", FILES, ".csv .h5",
       "start from a row of this file, CSV or HDF5, as `noslip run -o` writes it; t is the start time, "
       "parameters, \"m\" or \"l[2]\", and \"step\" are taken, too; columns of a trajectory that are no "
       "initial values are passed over")
OPTION("--row", "", "N", WORDS, "last", "which row, from 1 on, or `last`")
OPTION("--row", "ensemble section sweep", "N", WORDS, "last",
       "of that file this row alone, from 1 on, or `last`, with its time t; of a file of --keep "
       "this row of each member; rows that start together have the start time of the model")
OPTION("--init-file", "", "FILE", FILES, ".csv .h5",
       "one start per row; columns are keys: of the state, \"x\" or \"w[1]'\", momenta of a "
       "hamiltonian, parameters, \"m\" or \"l[2]\", and \"step\". CSV or HDF5. What has no column "
       "is as in the model; columns of a trajectory that are no initial values do no harm")
OPTION("--sample", "", "RANGES", KEY, "",
       "starts drawn from ranges: uniformly, \"x=-1:1, w[1]'=0:2\"; by mean and standard deviation, "
       "\"x=normal(0, 0.1)\"; uniformly in the logarithm, \"x=log(0.1:10)\". Keys as in a file: "
       "parameters and \"step\", too")
OPTION("--keep", "", "FILE", FILES, ".csv .h5",
       "write the trajectories of all members, too, .csv or .h5: a column `member`, then those of "
       "`noslip run`, a row for every k-th step; `noslip plot` draws a curve for each")
OPTION("--keep", "sweep", "FILE", FILES, ".csv .h5",
       "write the trajectories of all runs, too, .csv or .h5: a column `member`, `start.KEY` for each "
       "--over, then the columns of `noslip run`, a row for every k-th step; `noslip plot` draws a "
       "curve for each")
OPTION("--members", "", "N", NONE, "", "how many of them")
OPTION("--members", "section", "N", NONE, "",
       "how many of them; without a file and without ranges there is one, that of the model")
OPTION("--seed", "", "S", NONE, "",
       "other starts; 0 without it. A start depends on the seed and its number, not on how many "
       "there are")
OPTION("--threads", "", "n", NONE, "", "on n threads; without it, on all cores")
OPTION("--section", "", "S", SECTION, "",
       "a section of the model by its name, or an equation, as in \"y' = 0 falling when x > 0 "
       "plot (z, z')\"; what follows the equation may be left out. Without it, the section of "
       "the model")
OPTION("--direction", "", "D", WORDS, "rising falling both",
       "rising (left - right from - to +), falling or both, instead of that of the section")
OPTION("--count", "", "N", NONE, "",
       "at most N points per start. Without --until and --steps, go on until there are so many")
OPTION("--columns", "", "x:y", COLUMNS, "",
       "the two columns of the picture, by the names of the file; without it, the axes after "
       "`plot` of the section")
OPTION("--frames", "", "N", NONE, "",
       "how many frames, evenly spread from the start to the end; without it 6, of a film 100")
OPTION("--at", "animate", "TIMES", NONE, "", "frames at these times instead, as in \"0, 0.5, 2\"")
OPTION("--view", "", "A,E", NONE, "",
       "of shapes in space: where the eye is, in degrees around the vertical and above the horizon; "
       "without it 30,22")
OPTION("--model", "animate", "MODEL", MODEL, "", "whose rows FILE has")
OPTION("--model", "report", "MODEL", MODEL, "", "whose rows FILE has")
OPTION("--title", "report", "TEXT", NONE, "", "of the page")
OPTION("--title", "animate", "TEXT", NONE, "", "above the frames")
OPTION("--size", "", "WxH", NONE, "", "in pixels, 96 to the inch: 1200x600")
OPTION("--title", "", "TEXT", NONE, "", "above the panels")
OPTION("--log", "", "A", WORDS, "x y xy none",
       "logarithmic axes: x, y, xy or none; without it, as the panel needs")
OPTION("--x-range", "", "a:b", NONE, "", "what the x axes show; a: and :b give one end")
OPTION("--y-range", "", "a:b", NONE, "", "what the y axes show, likewise")
OPTION("--points", "", "", NONE, "", "points without lines between them")
OPTION("--lines", "", "", NONE, "", "lines, also where points are usual")
OPTION("--by", "", "COLUMN", NONE, "",
       "one curve for all rows with the same number in this column")
OPTION("--error-against", "", "R", TABLE, "",
       "draw errors: the difference from R, which is another file, at the times both have, or "
       "`exact`, the exact solution of the model")
OPTION("--model", "", "MODEL", MODEL, "", "whose exact solution, if FILE is not a model")
OPTION("--relative", "", "", NONE, "",
       "over the size of R; without R, changes over the size of the first value")
OPTION("--norm", "", "", NONE, "", "of all values of a panel the Euclidean norm, as one curve")
OPTION("--methods", "plot", "M,...", METHODS, "",
       "of a MODEL: the methods; commas inside parentheses belong to a method")
