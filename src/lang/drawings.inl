// What `draw` draws: kind, word, what one looks like for messages, and the roles of its values, a
// letter each: P point, + more points, V vector, r a length, b a length or one for each axis,
// c radius and length, A turn, which may be missing.

DRAWING(POINT,     "point",     "point P",                       "P")
DRAWING(ROD,       "rod",       "rod P, Q, ...",                 "PP+")
DRAWING(SPRING,    "spring",    "spring P, Q",                   "PP")
DRAWING(TRAIL,     "trail",     "trail P",                       "P")
DRAWING(ARROW,     "arrow",     "arrow P, vector",               "PV")
DRAWING(WHEEL,     "wheel",     "wheel P, r, turn",              "PrA")
DRAWING(BOX,       "box",       "box P, size, turn",             "PbA")
DRAWING(BALL,      "ball",      "ball P, r, turn",               "PrA")
DRAWING(ELLIPSOID, "ellipsoid", "ellipsoid P, axes, turn",       "PbA")
DRAWING(DISK,      "disk",      "disk P, r, turn",               "PrA")
DRAWING(CYLINDER,  "cylinder",  "cylinder P, [r, length], turn", "PcA")
DRAWING(FRAME,     "frame",     "frame P, length, turn",         "PrA")
DRAWING(GROUND,    "ground",    "ground P, normal",              "PV")  // or ground NAME, P
