// The studies of papers.

#include "tests/script/studies.h"

static bool ours(const char *name) {
  return strncmp(name, "showcase_", 9) != 0 && strncmp(name, "contact_", 8) != 0;
}

static void expectations_are_met(void **state) {
  (void)state;
  check_above(each_study(ours, check_study), 25);
}

static void altered_expectations_fail(void **state) {
  (void)state;
  each_study(ours, check_altered);
}

static void changes_are_noticed(void **state) {
  (void)state;
  static const change rows[] = {
      {"hilden_table_2_1", "rk-radau2a(3)", "rk-radau2a(2)"},
      {"hilden_fig_2_1", "dla-mp, step", "index1, step"},
      {"hilden_fig_2_2", "spark(2)", "spark(4)"},
      {"hilden_fig_2_3", "srk-gauss(3)", "srk-gauss(1)"},
      {"hilden_fig_3_4", "dla-cm, dla-mp", "dla-cm, spark(3)"},
      {"hilden_fig_4_1", "method spark(2)", "method dla-mp"},
      {"hilden_fig_4_1", "R = 1/4", "R = 1/5"},
      {"hilden_fig_4_9", "spark(2)", "dla-cm"},
      {"hilden_fig_4_11", "method dla-mp", "method dla-cm"},
      {"hilden_fig_4_11", "-0.9", "-0.95"},
      {"hilden_fig_4_15", "with ep = 0.3", "with ep = 0.6"},
      {"hilden_fig_4_18", "srk-radau1a(2)", "srk-radau1a(3)"},
      {"jay_simeon_fig_4_1", "euler-natural", "euler-true"},
      {"jay_simeon_fig_4_3", "euler-natural", "euler-true"},
      {"celledoni_fig_2", "gonzalez", "midpoint"},
      {"celledoni_fig_3", "gonzalez", "rk-gauss(2)"},
      {"celledoni_fig_4", "gonzalez", "midpoint"},
      {"celledoni_fig_4", "skew = 0", "skew = 3"},
      {"celledoni_prop_4_1", "speed = 0.6", "speed = 0.7"},
      {"celledoni_suslov", "ep-collocation(3)", "ep-collocation(2)"},
      {"celledoni_suslov", "itoh-abe, midpoint", "itoh-abe, rk-gauss(2)"},
      {"celledoni_fig_4", "method gonzalez-f", "method gonzalez"},
      {"celledoni_fig_2", "0.13312315", "0.13412315"},
      {"mclachlan_scovel_fig_1", "method moser-veselov", "method reich"},
      {"mclachlan_scovel_fig_1", "-0.7, -0.5", "-0.7, -0.52"},
      {"mclachlan_scovel_fig_2", "double_pendulum_canonical", "double_pendulum_reactions"},
      {"mclachlan_scovel_orders", "rattle, yoshida6", "rattle, yoshida4"},
      {"mclachlan_scovel_equivariance", "lobatto(3)]", "itoh-abe]"},
      {"mclachlan_scovel_theorem_5", "[reich, rattle]", "[rattle, rattle]"},
      {"mclachlan_scovel_rigid_bodies", "moser-veselov", "lobatto(3)"},
      {"martin_sato_fig_3", "lobatto(3, multiplier=carry)", "lobatto(4, multiplier=carry)"},
      {"martin_sato_fig_4", "rotating = 0", "rotating = 1"},
      {"martin_sato_fig_7", "lobatto(2, multiplier=carry)", "lobatto(3, multiplier=carry)"},
      {"martin_sato_fig_8", "run ten: turntable,", "run ten: turntable_printed,"},
      {"martin_sato_section_4", "rk-gauss(2)", "srk-gauss(2)"},
      {"martin_sato_multiplier", "lobatto(2, multiplier=carry)", "lobatto(2)"},
      {"hilden_fig_4_5", "method loose(spark(2), 1e-3), step", "method spark(2), step"},
      {"hilden_table_4_1", "rtol=1e-5, atol=1e-8", "rtol=1e-3, atol=1e-6"},
      {"hilden_table_4_1", "method bdf, tolerance", "method index1, tolerance"},
      {"hilden_fig_2_1", "method bdf", "method index1"},
      {"celledoni_remark_4_2", "method rk-radau2a*(1)", "method rk-radau2a(1)"},
      {"hilden_eq_4_3", "method dla-left, step 0.1", "method dla-mp, step 0.1"},
      {"hilden_fig_4_9", "method [dla-left", "method [dla-cm"},
      {"hilden_fig_4_14", "k + 1e-9", "k + 1e-3"},
      {"hilden_contact_period", "step 2*sin(pi/n), steps 8000", "step 2*tan(pi/n), steps 8000"},
      {"hilden_fig_3_4", "let d = 0.1", "let d = 0.11"},
      {"jay_simeon_adjoint", "euler-true-conj(alpha=0.5), step 0.02",
       "euler-true*(alpha=0.5), step 0.02"},
      {"celledoni_remark_3_2", "itoh-abe, midpoint", "itoh-abe, rk-gauss(2)"},
      {"celledoni_remark_3_5", "gonzalez(frame=fd)], step 0.1", "gonzalez-f], step 0.1"},
      {"celledoni_remark_4_2", "rk-radau2a(1)", "rk-radau2a(3)"},
      {"martin_sato_fig_6", "lobatto(3, multiplier=carry)], step 0.1*2",
       "lobatto(4, multiplier=carry)], step 0.1*2"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_change(&rows[i]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expectations_are_met),
      cmocka_unit_test(altered_expectations_fail),
      cmocka_unit_test(changes_are_noticed),
  };
  return check_run(argc, argv, tests);
}
