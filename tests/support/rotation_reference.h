// Digits of steps on rotations that were computed elsewhere, with 30 of them.

#pragma once

// twenty steps of 0.05 of heavy_top_group.noslip: Pi, the vertical seen from the body, and the change of
// the energy
typedef struct top_row {
  const char *name;
  double Pi[3], v[3], energy;
} top_row;

static const top_row top_rows[] = {
    {"reich",
     {0.2455712164452537, -1.302692032498295, 0.8882448901086513},
     {0.796102874076639, -0.4465468872421205, 0.4084312566164446},
     -1.229890e-2},
    {"rattle",
     {0.2413921342137884, -1.30614640648317, 0.8883881533417166},
     {0.7937938819416524, -0.4418105941306298, 0.4179649170755147},
     -1.790769e-4},
};

// ten steps of 0.1 of rigid_body_so4.noslip: m, and the first row of q
static const double space_momentum[] = {0.3913136057983559, -0.4563875320496166,
                                        0.5129440509004092, 0.4186958670675453,
                                        0.4411581382852543, -0.6289242808779705};
static const double space_row[] = {0.778785477859689, 0.4487653065676627, -0.1586746897044536,
                                   0.4085648319952214};
