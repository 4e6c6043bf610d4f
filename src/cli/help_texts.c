// What is said about the tool and its commands, besides their options (option_texts.inl).

#include "cli/command.h"

const char help_about[] =
    "noslip simulates mechanical systems with constraints: rolling, blades, rods, joints; and with "
    "contacts, which bounce, slide, stick and let go. The constraints hold to rounding and the "
    "energy does not drift.";

const char help_first_run[] = "noslip check models/sleigh.noslip\n"
                              "noslip run models/sleigh.noslip -o sleigh.csv\n"
                              "noslip plot sleigh.csv";

const char help_environment[] =
    "  NOSLIP_CACHE\tthe folder of compiled models; without it, noslip in $XDG_CACHE_HOME or in "
    "~/.cache\n"
    "  CC\tthe C compiler for --backend native, with options; cc without it\n"
    "  NOSLIP_COMPILE_SECONDS\thow long it may take\n"
    "  NO_COLOR\tif it is set, reports on a terminal have no colours";

const char *const help_status[3] = {"done", "the computation failed",
                                    "the command or the model is wrong"};

const help_text help_run = {
    .usage = "MODEL [options]",
    .about =
        "Integrate a model with fixed steps. Method, step and end are those of the `run` line of "
        "the model, unless options say otherwise; without either they are chosen, and the report "
        "says how. At the end a report tells the largest errors of energy, constraints and "
        "invariants, and whether the method kept what it claims.",
    .notes =
        "Numbers may be quotients and multiples of pi (1/60, 2*pi); the values of --set and --init "
        "are expressions of the model language.\n\n"
        "Columns of the file: t, the state (x, x', ...), energy, constraint (the largest "
        "residual), momentum.x, ..., multiplier.NAME, ..., invariants, observables. All digits are "
        "written: numbers read back as the same numbers. The file can be read while the run goes "
        "on, and after Ctrl-C, which ends the run after the current step. It takes the place of an "
        "older file with its first row; if it then cannot be written, the message says where the "
        "older one is.\n\n"
        "A `stop` of the model ends the run where it is crossed, at the end of a shorter step; the "
        "report and `stopped` of --json say which and when.\n\n"
        "A model with contacts has a row for each event (impact, off, slip, ...) beside that: in "
        "NAME.events.csv for NAME.csv, in the group `events` of an HDF5 file, in the list `events` "
        "of --json; the report counts them.",
    .examples = "noslip run models/sleigh.noslip\n"
                "noslip run models/sleigh.noslip --method \"srk-gauss(6)\" --step 1\n"
                "noslip run models/sleigh.noslip --method dla-mp --step 0.1 --until 1000 \\\n"
                "       --every 10 --set g=0.2 -o sleigh.csv\n"
                "noslip run models/sleigh.noslip --init x=0 --init \"theta'=2\" --project --json\n"
                "noslip run models/sleigh.noslip --init-file sleigh.csv --row last --until 2000\n"
                "noslip run models/sleigh.noslip -o sleigh.h5 && noslip plot sleigh.h5",
    .status = {"done",
               "the computation failed or was interrupted (the rows so far are in the file)",
               "the command or the model is wrong"},
};

const help_text help_resume = {
    .usage = "FILE [options]",
    .about =
        "Go on from a checkpoint that --checkpoint FILE of `noslip run`, `ensemble`, `sweep`, "
        "`section` or `study` has left, as if the command had never been interrupted: files, "
        "report "
        "and last digits are those of one that went through. The file has the model, the options, "
        "and all that the steps so far have left; rows that were written after it are cut off and "
        "written again.",
    .notes =
        "Files are written where they were, in the folder in which the command was begun. "
        "Checkpoints go on, into FILE. A run that has come to its end goes on with --until T. "
        "Members, "
        "inputs and studies that a command reads from files have to be as they were.\n\n"
        "A checkpoint that is damaged, cut off or of another version of noslip is refused. It says "
        "which files are written: resume only your own.",
    .examples = "noslip run models/sleigh.noslip --until 1e6 --every 1000 -o sleigh.csv \\\n"
                "       --checkpoint sleigh.check\n"
                "noslip resume sleigh.check\n"
                "noslip resume sleigh.check --until 2e6",
    .status = {"done",
               "the computation failed or was interrupted (the rows so far are in the file)",
               "the command is wrong, or the checkpoint cannot be used"},
};

const help_text help_check = {
    .usage = "MODEL [options]\n"
             "MODEL --structure [--method M] [--step h] [options]",
    .about =
        "Say what a model is: sizes, class, constraints and their rank, whether the initial data "
        "are consistent, the equations, and which methods apply. One step is taken, so that the "
        "exit status is that of `noslip run` with the same options and --steps 1. Of contacts the "
        "gaps are looked at, of overdetermined DAEs the hidden constraints.\n\n"
        "With --structure: measure what one step of a method keeps, at the start and the next four "
        "nodes: the symplectic form, the volume, time symmetry, reversibility, constraints, energy "
        "and every invariant of the model; and how far a step is from commuting with each symmetry "
        "of "
        "the model, which are found in its equations. Each number stands beside the accuracy of "
        "its "
        "measurement; `kept` means that it is at most four times that.",
    .examples = "noslip check models/sleigh.noslip\n"
                "noslip check models/sleigh.noslip --init \"y'=1\" --project\n"
                "noslip check models/pendulum.noslip --structure --method rattle --step 0.1",
    .status = {"a run would start, or the measurements are there, whatever they say",
               "a step failed",
               "the command, the model or its initial data are wrong, or the method does not "
               "treat it"},
};

const help_text help_methods = {
    .usage = "[NAME] [options]",
    .about = "Without NAME: all methods with their order, the constraints they treat, what they "
             "keep and where they come from. With NAME: its equations and source.",
    .examples = "noslip methods\n"
                "noslip methods spark\n"
                "noslip methods --for models/sleigh.noslip",
    .status = {"done", "a trial could not be made",
               "the command or the model is wrong, or "
               "there is no such method"},
};

const help_text help_advise = {
    .usage = "MODEL [options]",
    .about =
        "Find the method and the step that have an error at a time with the fewest operations: "
        "the methods that may suit the model are run with smaller and smaller steps or "
        "tolerances, until one has the error. A line shows what each needs, what it keeps, and "
        "how large its error of the energy is; the line with a star is the cheapest.",
    .notes =
        "Errors are relative to the largest number of their kind, and are measured against "
        "dop853(1e-13), or against a method of high order whose steps are refined until they "
        "agree. Work is counted, so that the same model has the same answer; ms is the time of "
        "the interpreter. If the end is too far away, trials are shorter and errors are "
        "estimated from their growth; the line `for long runs` then names the cheapest method "
        "that keeps the structure of the motion. The picture of -o shows work against "
        "precision. Trials take 20 seconds at most.",
    .examples = "noslip advise models/sleigh.noslip --error 1e-8 --until 60\n"
                "noslip advise models/chain.noslip --error 1e-6 --until 1 -o frontier.png",
    .status = {"done", "a computation failed or was interrupted",
               "the command or the model is wrong, or no method treats the model"},
};

const help_text help_converge = {
    .usage = "MODEL [options]",
    .about = "Run methods with smaller and smaller steps, and measure the errors at the end: of "
             "positions, of momenta and of multipliers, each by itself, the largest over the "
             "components. Slopes of the errors in log-log coordinates are the orders that are "
             "observed; those of the theory stand beside them.",
    .notes = "A slope is fitted to the points where the order shows. Left out are errors at the "
             "floor of rounding, which have stopped shrinking (marked r), and steps that are too "
             "large (marked c); the range that was used is stated. If fewer than two points are "
             "left, there is no slope. A method that fails with a step leaves a gap and its "
             "sentence. A method that does not treat the model is left out, with a note. Ctrl-C "
             "ends the study and shows what is there.",
    .examples = "noslip converge models/knife_edge.noslip --methods \"dla-mp,spark(3)\" \\\n"
                "       --steps 0.4:0.025 --until 2\n"
                "noslip converge models/pendulum.noslip --until 2 --steps 0.1:1/320 \\\n"
                "       --methods \"rattle,compose(rattle, suzuki4)\" -o orders.png\n"
                "noslip converge models/sleigh.noslip --until 5 \\\n"
                "       --reference \"compose(dla-mp, kahan-li8)\"",
    .status = {"done", "a computation failed or was interrupted",
               "the command or the model is wrong, or no method treats the model"},
};

const help_text help_compare = {
    .usage = "MODEL [options]",
    .about = "Run several methods from the same start with the same step, one after the other, and "
             "show side by side the largest errors of energy, constraints and invariants, and what "
             "a step costs.",
    .notes = "Errors are looked at after every step. Pictures and files have up to 200 times; the "
             "error at a time is the largest since the time before, so that no peak is missed. A "
             "method that fails keeps what it has up to there, with its sentence, and the others "
             "go on. A method that does not treat the model has a line without numbers, and a "
             "note. Ctrl-C ends the study and shows what is there.",
    .examples = "noslip compare models/sleigh.noslip --methods \"dla-mp,spark(3),index1\" \\\n"
                "       --until 60\n"
                "noslip compare models/contact_oscillator.noslip --step 0.1 --until 200 \\\n"
                "       --methods \"dla-mp,dla-cm,spark(2)\" -o errors.png",
    .status = {"done", "a method failed or the study was interrupted",
               "the command or the model is wrong, or no method treats the model"},
};

const help_text help_ensemble = {
    .usage = "MODEL --init-file FILE [options]\n"
             "MODEL --sample RANGES --members N [options]",
    .about = "Run one model from many initial states, on all cores, and print statistics over "
             "them: mean, standard deviation, smallest and largest energy error E - E(0) at eleven "
             "times; at the end the same of every observable and of the change of every invariant. "
             "The numbers do not depend on the number of threads.",
    .notes = "A member that fails is left out of the statistics from there on, and its sentence is "
             "printed; the others go on. Ctrl-C ends the work and shows what is there: each member "
             "counts at the output times it has come to.",
    .examples = "noslip ensemble models/chaotic.noslip --sample \"x=-1:1, w[2]'=-1:1\" \\\n"
                "       --members 100 --until 100 -o ens.csv\n"
                "noslip ensemble models/chaotic.noslip --init-file many.csv --method dla-mp \\\n"
                "       --until 100",
    .status = {"done", "a member failed or the work was interrupted",
               "the command, the file or the model is wrong"},
};

const help_text help_sweep = {
    .usage = "MODEL --over KEY=VALUES [--over ...] [options]",
    .about =
        "Run one model for each value of a key, on all cores. A key is a parameter, m or l[2], an "
        "initial value, x or x', or `step` (h). Several keys give all combinations. Values are\n\n"
        "  v=4:7:31\t31 values from 4 to 7, both ends among them\n"
        "  m=log(0.1:10:21)\tthe same in equal ratios; axes of pictures are logarithmic then\n"
        "  step=0.1,0.05,1/60\ta list\n\n"
        "With --sample or --init-file every value has an ensemble of members. A line for each "
        "value "
        "says what came out: columns are t, energy.error, constraint.error (the largest over all "
        "steps), and of every entry x of the state, of energy, invariants (as changes since the "
        "start) and observables x.end, x.mean, x.variance, x.square (mean square), x.min, x.max: "
        "of one run over its output times, of members over their ends; these have x.lowest and "
        "x.highest over all times, too.",
    .notes =
        "Over the step, or values in equal ratios, the slopes of positive columns in log-log "
        "coordinates are fitted by least squares, printed with their range and drawn as dashed "
        "lines. A run that fails is told, and the others go on. A `stop` of the model ends a "
        "run; t says when. Ctrl-C ends the work and keeps the runs that are finished.",
    .examples = "noslip sweep models/sleigh.noslip --over \"a=0.5:2:16\" --columns x,theta\n"
                "noslip sweep models/chaotic.noslip --over step=0.2,0.1,0.05 --until 10 \\\n"
                "       --sample \"x=-1:1\" --members 100 --columns energy.variance\n"
                "noslip sweep models/pendulum.noslip --over \"g=log(1:100:9)\" --over m=1,2 \\\n"
                "       -o errors.png",
    .status = {"done", "a run failed or the work was interrupted",
               "the command, the file or the model is wrong"},
};

const help_text help_section = {
    .usage = "MODEL [options]",
    .about = "Follow one start or many, and collect the points where they cross a surface: a "
             "Poincare section. It is a `section` of the model, or an equation given here. Each "
             "point is one step of the method from the node before, shortened until it ends on the "
             "section to rounding; the run goes on from its own node. The points do not depend on "
             "the number of threads.",
    .notes = "A start that fails keeps its points, with its sentence, and the others go on. Ctrl-C "
             "ends the work and shows what is there.",
    .examples =
        "noslip section models/contact_oscillator.noslip --method dla-mp \\\n"
        "       --init-file orbits.csv -o section.png\n"
        "noslip section models/chaotic.noslip --section \"w[2] = 0 rising\" --count 500 \\\n"
        "       -o points.csv",
    .status = {"done", "a start failed or the work was interrupted",
               "the command, the file or the model is wrong"},
};

const help_text help_study = {
    .usage = "FILE ... [options]\n"
             "all [options]\n"
             "list [--json]",
    .about = "Run studies: text files that say which models are run with which methods and steps, "
             "what is measured, what is drawn, and what is expected, with the source of every "
             "number (docs/studies.md). All runs of a study go on all cores. The table shows for "
             "every expectation what the source has printed, what is expected, what was measured, "
             "and the verdict.\n\n"
             "  FILE\ta study file, or the name of a study that comes with noslip\n"
             "  all\tall studies that come with noslip\n"
             "  list\ttheir names and titles",
    .notes = "Finished runs are kept in $NOSLIP_CACHE or ~/.cache/noslip, under a digest of the "
             "model, the method, the step and the version, and are not computed again. Ctrl-C ends "
             "the work; what is finished is kept.",
    .examples = "noslip study studies/sleigh_energy.study\n"
                "noslip study all --quick\n"
                "noslip study sleigh_energy -o pictures\n"
                "noslip study sleigh_energy --page sleigh.md",
    .status = {"every expectation was met", "an expectation was not met, or the work was stopped",
               "the command, a study or a model is wrong"},
};

const help_text help_plot = {
    .usage = "FILE ... [PANEL ...] [options]\n"
             "MODEL [PANEL ...] [--methods M,...] [options]",
    .about =
        "Draw columns of files that `noslip run -o` has written, CSV or HDF5, or of any CSV file "
        "with names in its first line; or run a model by several methods and draw that. Several "
        "files or methods are curves in one picture, each with its name in the key. gnuplot does "
        "the drawing. A PANEL is made of columns:\n\n"
        "  x:y\tthe trajectory, x to the right and y upwards, coloured by time; of columns x[1], "
        "x[2], ... and y[1], ... the path of each member\n"
        "  x:y:z\ta path in space\n"
        "  energy:t\tenergy against time; t is always to the right\n"
        "  energy\tthe same: what has no partner is drawn against t\n"
        "  x,y:t\tseveral curves in one panel\n"
        "  x1,x2:y1,y2\tseveral trajectories, (x1, y1) and (x2, y2)\n"
        "  \"sqrt(x^2 + y^2)\"\ta formula, as in the model language\n\n"
        "Names are those of the columns (`noslip help run`), and energy-error, which is the energy "
        "minus its first value. `constraint` has a logarithmic axis; zeros are drawn at its lower "
        "end. Without panels: the trajectory of the first two positions, the energy error, the "
        "constraint. Rows with the same number in a column `start` or `member` are one curve each.",
    .notes =
        "Errors are drawn as sizes on a logarithmic axis; with --log none as they are. Of long "
        "runs no more is drawn than can be seen. Panels against t have marks where events are: "
        "those of FILE, or of NAME.events.csv beside NAME.csv. The picture appears whole or "
        "not at all.",
    .examples = "noslip plot sleigh.h5\n"
                "noslip plot sleigh.h5 x:y energy:t constraint:t -o sleigh.png\n"
                "noslip plot sleigh.csv x,y:t \"theta':t\" -o sleigh.pdf --size 1000x600\n"
                "noslip plot a.csv b.csv x,y --error-against fine.csv --norm -o errors.png\n"
                "noslip plot models/sleigh.noslip x:y --methods \"dla-mp,spark(3)\" --until 20 \\\n"
                "       -o sleigh.png",
    .status = {"done", "the picture could not be drawn, or a method failed",
               "the command, the file or the model is wrong"},
};

const help_text help_animate = {
    .usage = "MODEL -o PICTURE [options]\n"
             "FILE [--model MODEL] -o PICTURE [options]",
    .about =
        "Draw the shapes of a model, its `draw` statements, at some times of a run: frames side by "
        "side in one picture (.png, .svg, .pdf), with one range and equal scales, or one after the "
        "other in a film (.gif), or a film that can be turned and stopped in a browser (.html). A "
        "model without `draw` is shown as points with trails, frames for "
        "rotations, wheels for angles. gnuplot draws the pictures.\n\n"
        "With a FILE of rows, CSV or HDF5, that `noslip run -o` has written, nothing is computed. "
        "An "
        "HDF5 file has its model in it, with parameters and start; of a CSV file --model says "
        "whose "
        "rows they are, --set and --init what they were made with.",
    .notes =
        "Trails go from the start to the time of the frame. Frames of --at between two nodes are "
        "steps of the method from the node before; of a FILE they are the nearest rows. The "
        "picture appears whole or not at all.",
    .examples = "noslip animate models/sleigh.noslip -o sleigh.png\n"
                "noslip animate models/disk.noslip --frames 4 --until 3 -o disk.svg\n"
                "noslip animate models/rattleback.noslip --at \"0, 1, 2, 4\" --view 20,35 \\\n"
                "       -o stone.png\n"
                "noslip animate models/balls.noslip --frames 60 -o balls.gif\n"
                "noslip animate models/disk.noslip -o disk.html\n"
                "noslip animate run.csv --model models/sleigh.noslip -o sleigh.png",
    .status = {"done", "the run failed or the picture could not be drawn",
               "the command, the file or the model is wrong"},
};

const help_text help_report = {
    .usage = "MODEL -o PAGE.html [options]\n"
             "FILE [--model MODEL] -o PAGE.html [options]\n"
             "RESULTS.json -o PAGE.html\n"
             "FILE.study -o PAGE.html",
    .about =
        "Write one HTML file that shows a run and needs nothing else, no network and no noslip: "
        "the "
        "film of the shapes of the model, plots, the equations of motion, parameters, the method "
        "with its claims and what became of them, events, and the text of the model.\n\n"
        "With a FILE of rows, CSV or HDF5, that `noslip run -o` has written, nothing is computed. "
        "An "
        "HDF5 file has its model in it; --model says whose rows a CSV file has. RESULTS are what "
        "`compare`, `converge` or `study` has written with --json. A FILE.study is run, and its "
        "page "
        "has its verdicts, measures and pictures.",
    .notes =
        "Of a long run the page has up to some thousand times; between two of them it has the "
        "smallest and the largest number of each column, so no peak is lost. A run that fails has "
        "a "
        "page up to there. The page appears whole or not at all, and the same numbers give the "
        "same page.",
    .examples = "noslip report models/rattleback.noslip -o rattleback.html\n"
                "noslip report models/sleigh.noslip --method dla-mp --until 100 -o sleigh.html\n"
                "noslip report run.csv --model models/sleigh.noslip -o run.html\n"
                "noslip report run.h5 -o run.html\n"
                "noslip report studies/hilden_fig_2_2.study -o study.html\n"
                "noslip compare models/sleigh.noslip --json > c.json && noslip report c.json \\\n"
                "       -o c.html",
    .status = {"done", "the run failed or the page could not be written",
               "the command, the file or the model is wrong"},
};

const help_text help_export = {
    .usage = "MODEL [options]",
    .about = "Write a run as one C file: the functions of the model, the method, the start, and a "
             "main. It needs a C compiler and nothing of noslip. Compiled, it writes to standard "
             "output what `noslip run` with the same options writes to its CSV file, byte for "
             "byte. Its functions can be called from a program of your own.",
    .notes = "Parameters and initial values are constants in the file.",
    .examples = "noslip export models/sleigh.noslip -o sleigh.c\n"
                "cc -std=c17 -O2 -ffp-contract=off sleigh.c -o sleigh -lm\n"
                "./sleigh > sleigh.csv\n"
                "noslip export models/pendulum.noslip --step 1/1000 --steps 0 -o controller.c",
    .status = {"done", "the file could not be written", "the command or the model is wrong"},
};
