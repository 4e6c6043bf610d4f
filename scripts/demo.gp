# The picture of `make demo`: the path of a rolling disk, and what a million steps keep.
# Called with folder='...' and picture='...'.

set terminal pngcairo size 1200,600 font "sans,11"
set output picture
set datafile separator ","
disk = folder."/disk.csv"
oscillator = folder."/oscillator.csv"

set multiplot
set border 3
set tics nomirror out
set key off

set origin 0, 0
set size 0.5, 1
set size ratio -1
set title "A disk that rolls and falls: its centre, and the point of contact"
set xlabel "x"
set ylabel "y"
set palette defined (0 "#1b4f72", 0.5 "#2e86c1", 1 "#e67e22")
unset colorbox
plot disk using "contact[1]":"contact[2]" with lines linewidth 1 linecolor "#b0bec5", \
     disk using "x":"y":"t" with lines linewidth 2 linecolor palette

set size noratio
set origin 0.5, 0.5
set size 0.5, 0.5
set title "Contact oscillator, a million steps: the energy error"
set xlabel ""
set ylabel "E - E(0)"
set format x "%.0s%c"
plot oscillator using "t":(column("energy") - 1.5) with dots linecolor "#2e86c1"

set origin 0.5, 0
set title "and how far the constraint is from zero"
set xlabel "t"
set ylabel "|Φ|"
set logscale y
set yrange [1e-18:1e-12]
set format y "10^{%L}"
plot oscillator using "t":(column("constraint") > 0 ? column("constraint") : 1/0) \
     with dots linecolor "#e67e22"
unset multiplot
