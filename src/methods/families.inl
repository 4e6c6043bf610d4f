// The families of methods: FAMILY(name) for the struct name_family of methods/family.h.

FAMILY(dla)
FAMILY(rattle)
FAMILY(rotations)
FAMILY(lobatto)
FAMILY(stages)
FAMILY(avf)
FAMILY(itoh_abe)
FAMILY(ep_collocation)
FAMILY(full)
FAMILY(baseline)
