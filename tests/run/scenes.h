// Random scenes with contacts, as texts of models: the same scene for the same number.
//
// In the plane: disks, boxes, rods and points with floor, walls, slopes and bowls, some of them tied
// to their neighbours by rods and pins. In space: balls with rotations. Two to eight bodies; restitution
// from 0 to 1, friction from 0 to 1.5, rolling resistance now and then. Each contact k is observed:
// `gap[k]` and its speed `rate[k]`; `size` is the kinetic energy and the sizes of the potential
// energies together, which changes of the energy are compared with.

#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { scene_length = 60000, scene_most_contacts = 128 };

typedef enum scene_kind {
  SCENE_DISKS,
  SCENE_BOXES,
  SCENE_RODS,
  SCENE_POINTS,
  SCENE_BALLS,
  scene_kinds,
} scene_kind;

typedef struct scene {
  uint64_t random;  // state of the generator
  scene_kind kind;
  int bodies, contacts;
  bool rough;                     // with friction
  bool rolls;                     // with rolling resistance
  bool tied;                      // with rods or pins
  double m[8], r[8], x[8], y[8];  // masses, radii and starts of the bodies in the plane
  int length;
  char text[scene_length];
} scene;

// ---- numbers and text

// splitmix64, in [0,1)
static inline double scene_random(scene *s) {
  uint64_t z = s->random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30))*0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27))*0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11)/9007199254740992.0;
}

static inline double scene_between(scene *s, double a, double b) {
  return a + (b - a)*scene_random(s);
}

static inline bool scene_chance(scene *s, double p) {
  return scene_random(s) < p;
}

__attribute__((format(printf, 2, 3))) static inline void scene_add(scene *s, const char *format,
                                                                   ...) {
  va_list list;
  va_start(list, format);
  s->length += vsnprintf(s->text + s->length, (size_t)(scene_length - s->length), format, list);
  va_end(list);
  if (s->length >= scene_length)
    s->length = scene_length - 1;
}

// a number with four digits, so that its text is the number
static inline double scene_number(scene *s, double a, double b) {
  return floor(scene_between(s, a, b)*1e4)/1e4;
}

// `let m = [1.2, 3.4]`: a number for each body, into `x`
static inline void scene_list(scene *s, const char *name, double *x, double a, double b) {
  scene_add(s, "let %s = [", name);
  for (int i = 0; i < s->bodies; i++) {
    x[i] = scene_number(s, a, b);
    scene_add(s, "%s%.4f", i > 0 ? ", " : "", x[i]);
  }
  scene_add(s, "]\n");
}

// lengths of the rods between neighbours are those of the start
static inline void scene_rod(scene *s, int i) {
  scene_add(s, "holonomic rod[%d]: norm(P(%d) - P(%d)) = %.17g\n", i, i, i - 1,
            hypot(s->x[i - 1] - s->x[i - 2], s->y[i - 1] - s->y[i - 2]));
}

// ---- contacts

static inline double scene_restitution(scene *s) {
  double choice = scene_random(s);
  return choice < 0.3 ? 0 : choice < 0.45 ? 1 : scene_random(s);
}

// a contact with these gap and slip, and what is observed of it; `roll` is a spin, or NULL
static inline void scene_contact(scene *s, const char *gap, const char *slip, const char *roll) {
  int k = ++s->contacts;
  scene_add(s, "contact c[%d]: %s >= 0, restitution %.3f", k, gap, scene_restitution(s));
  if (s->rough && slip) {
    bool smooth = scene_chance(s, 0.1);
    scene_add(s, ", friction %.3f along %s", smooth ? 0 : scene_between(s, 0, 1.5), slip);
    if (s->rolls && roll)
      scene_add(s, ", friction %.4f along %s", scene_between(s, 0, 0.05), roll);
  }
  scene_add(s, "\nobserve gap[%d] = %s\nobserve rate[%d] = (%s)'\n", k, gap, k, gap);
}

// ---- bodies

// floor, walls and a slope of disk i: normal (a, b), distance d of the origin
static inline void scene_wall(scene *s, int i, double a, double b, double d) {
  char gap[200], slip[200], roll[40];
  snprintf(gap, sizeof gap, "%.17g*x[%d] + %.17g*y[%d] + %.4f - r[%d]", a, i, b, i, d, i);
  snprintf(slip, sizeof slip, "%.17g*x[%d]' - %.17g*y[%d]' + r[%d]*th[%d]'", b, i, a, i, i, i);
  snprintf(roll, sizeof roll, "th[%d]'", i);
  scene_contact(s, gap, slip, roll);
}

static inline void scene_pair(scene *s, int i, int j) {
  char gap[200], slip[300];
  snprintf(gap, sizeof gap, "norm(P(%d) - P(%d)) - r[%d] - r[%d]", i, j, i, j);
  snprintf(slip, sizeof slip,
           "dot(P(%d)' - P(%d)', [y[%d] - y[%d], x[%d] - x[%d]])/norm(P(%d) - P(%d))"
           " - r[%d]*th[%d]' - r[%d]*th[%d]'",
           i, j, j, i, i, j, i, j, i, i, j, j);
  scene_contact(s, gap, slip, NULL);
}

// the start of a body: on the floor, or somewhere above; tied ones begin at rest
static inline void scene_start(scene *s, int i, double x, double height) {
  double y = height;
  if (scene_chance(s, 0.7))
    y += scene_between(s, 0, 1);
  s->x[i - 1] = x;
  s->y[i - 1] = y;
  scene_add(s, "init x[%d] = %.17g, y[%d] = %.17g\n", i, x, i, y);
  if (s->tied)
    return;
  if (y > height)
    scene_add(s, "init y[%d]' = %.4f\n", i, scene_between(s, -3, 2));
  if (scene_chance(s, 0.7))
    scene_add(s, "init x[%d]' = %.4f, th[%d]' = %.4f\n", i, scene_between(s, -3, 3), i,
              scene_between(s, -6, 6));
}

static inline void scene_planar(scene *s, const char *inertia) {
  scene_list(s, "m", s->m, 0.3, 3);
  scene_list(s, "r", s->r, 0.1, 0.3);
  scene_add(s,
            "coord x[1..n], y[1..n], th[1..n]\nlet P(i) = [x[i], y[i]]\n"
            "lagrangian sum(i in 1..n: m[i]/2*(x[i]'^2 + y[i]'^2) + %s/2*th[i]'^2 - m[i]*g*y[i])\n"
            "observe size = sum(i in 1..n: m[i]/2*(x[i]'^2 + y[i]'^2) + %s/2*th[i]'^2"
            " + m[i]*g*(abs(y[i]) + r[i]))\n",
            inertia, inertia);
}

static inline void scene_disks(scene *s) {
  bool slope = scene_chance(s, 0.3), walls = scene_chance(s, 0.5);
  double al = scene_between(s, 0.1, 0.6);
  scene_planar(s, "m[i]*r[i]^2/2");
  for (int i = 1; i <= s->bodies; i++) {
    scene_wall(s, i, 0, 1, 0);
    if (walls) {
      scene_wall(s, i, 1, 0, 1);
      scene_wall(s, i, -1, 0, 0.7*s->bodies + 1);
    }
    if (slope)
      scene_wall(s, i, sin(al), cos(al), 0.3);
    for (int j = 1; j < i; j++)
      scene_pair(s, j, i);
    scene_start(s, i, 0.7*i, s->r[i - 1]);
  }
  for (int i = 2; s->tied && i <= s->bodies; i += 2)
    scene_rod(s, i);
}

// a point of body i: (a, b) in its own frame
static inline void scene_point(char *out, size_t size, int i, const char *a, const char *b) {
  snprintf(out, size, "C(%d, %s, %s)", i, a, b);
}

// one of four corners, or one of two tips, on a line with the normal (a, b)
static inline void scene_corner(scene *s, const char *point, double a, double b, double d) {
  char gap[200], slip[200];
  snprintf(gap, sizeof gap, "dot([%g, %g], %s) + %.4f", a, b, point, d);
  snprintf(slip, sizeof slip, "dot([%g, %g], %s)'", b, -a, point);
  scene_contact(s, gap, slip, NULL);
}

static const char scene_frame[] =
    "let C(i, a, b) = [x[i], y[i]] + [cos(th[i])*a - sin(th[i])*b, sin(th[i])*a + cos(th[i])*b]\n";

// boxes beside each other, or a stack of them
static inline void scene_boxes(scene *s) {
  static const char *const side[] = {"-r[i]", "r[i]", "r[i]", "-r[i]"};
  bool stack = scene_chance(s, 0.5);
  scene_planar(s, "m[i]*2/3*r[i]^2");
  scene_add(s, "%s", scene_frame);
  for (int i = 1; i <= s->bodies; i++)
    for (int k = 0; k < (stack ? 2 : 4); k++) {
      char point[100], gap[300], slip[400], a[20], b[20];
      snprintf(a, sizeof a, "%sr[%d]", side[k][0] == '-' ? "-" : "", i);
      snprintf(b, sizeof b, "%sr[%d]", k < 2 ? "-" : "", i);
      scene_point(point, sizeof point, i, a, b);
      if (!stack || i == 1) {
        scene_corner(s, point, 0, 1, 0);
        continue;
      }
      int j = i - 1;  // on the upper side of the one below
      snprintf(gap, sizeof gap, "dot([-sin(th[%d]), cos(th[%d])], %s - P(%d)) - r[%d]", j, j, point,
               j, j);
      snprintf(slip, sizeof slip,
               "dot([cos(th[%d]), sin(th[%d])], (%s - P(%d))')"
               " + th[%d]'*dot([-sin(th[%d]), cos(th[%d])], %s - P(%d))",
               j, j, point, j, j, j, j, point, j);
      scene_contact(s, gap, slip, NULL);
    }
  for (int i = 1; i <= s->bodies; i++) {
    if (stack) {
      scene_add(s, "init x[%d] = %.4f, y[%d] = r[%d]", i, scene_between(s, -0.05, 0.05), i, i);
      for (int j = 1; j < i; j++)
        scene_add(s, " + 2*r[%d]", j);
      if (scene_chance(s, 0.4))
        scene_add(s, ", x[%d]' = %.4f", i, scene_between(s, -2, 2));
      scene_add(s, "\n");
    } else {
      double th = scene_chance(s, 0.4) ? 0 : scene_between(s, 0, 1.5);
      scene_add(s, "init th[%d] = %.17g\n", i, th);
      scene_start(s, i, 0.7*i, s->r[i - 1]*(sin(th) + cos(th)));
    }
  }
}

// rods with two tips, alone or pinned to the one before, which makes a chain
static inline void scene_rods(scene *s) {
  scene_planar(s, "m[i]*r[i]^2/3");
  scene_add(s, "%s", scene_frame);
  for (int i = 1; i <= s->bodies; i++)
    for (int k = -1; k <= 1; k += 2) {
      char point[100], a[20];
      snprintf(a, sizeof a, "%sr[%d]", k < 0 ? "-" : "", i);
      scene_point(point, sizeof point, i, a, "0");
      if (!s->tied || k > 0 || i == 1)
        scene_corner(s, point, 0, 1, 0);
    }
  for (int i = 1; i <= s->bodies; i++) {
    double th = scene_between(s, -1.2, 1.2);
    scene_add(s, "init th[%d] = %.17g\n", i, th);
    if (!s->tied)
      scene_start(s, i, 0.7*i, s->r[i - 1]*fabs(sin(th)));
    else if (i == 1)
      scene_add(s, "init x[1] = 0, y[1] = 2\n");
    else
      scene_add(s,
                "holonomic pin[%d]: C(%d, -r[%d], 0) = C(%d, r[%d], 0)\n"
                "init x[%d] = x[%d] + r[%d]*cos(th[%d]) + r[%d]*cos(th[%d])\n"
                "init y[%d] = y[%d] + r[%d]*sin(th[%d]) + r[%d]*sin(th[%d])\n",
                i, i, i, i - 1, i - 1, i, i - 1, i - 1, i - 1, i, i, i, i - 1, i - 1, i - 1, i, i);
  }
}

// points in a bowl and above a floor, some tied by rods
static inline void scene_points(scene *s) {
  scene_list(s, "m", s->m, 0.3, 3);
  scene_add(s, "coord x[1..n], y[1..n]\nlet P(i) = [x[i], y[i]]\n"
               "lagrangian sum(i in 1..n: m[i]/2*(x[i]'^2 + y[i]'^2) - m[i]*g*y[i])\n"
               "observe size = sum(i in 1..n: m[i]/2*(x[i]'^2 + y[i]'^2) + m[i]*g*abs(y[i]))\n");
  for (int i = 1; i <= s->bodies; i++) {
    char gap[200], slip[200];
    snprintf(gap, sizeof gap, "1.5 - norm(P(%d))", i);
    snprintf(slip, sizeof slip, "(x[%d]*y[%d]' - y[%d]*x[%d]')/norm(P(%d))", i, i, i, i, i);
    scene_contact(s, gap, slip, NULL);
    if (scene_chance(s, 0.3)) {
      snprintf(gap, sizeof gap, "y[%d] + 1.4 - 0.1*sin(3*x[%d])", i, i);
      scene_contact(s, gap, NULL, NULL);
    }
    double angle = 6.283*(i + 0.5*scene_random(s))/(s->bodies + 1);
    double radius = scene_between(s, 0.4, 0.8);
    s->x[i - 1] = radius*cos(angle);
    s->y[i - 1] = radius*sin(angle);
    scene_add(s, "init x[%d] = %.17g, y[%d] = %.17g", i, s->x[i - 1], i, s->y[i - 1]);
    if (!s->tied)
      scene_add(s, ", x[%d]' = %.4f, y[%d]' = %.4f", i, scene_between(s, -2, 2), i,
                scene_between(s, -2, 2));
    scene_add(s, "\n");
  }
  for (int i = 2; s->tied && i <= s->bodies; i++)
    scene_rod(s, i);
}

// a ball in space on the floor; `whole`: its slip has three components
static inline void scene_ball(scene *s, int i, bool whole) {
  char gap[100], slip[300], roll[100];
  snprintf(gap, sizeof gap, "c%d[3] - r[%d]", i, i);
  if (whole)
    snprintf(slip, sizeof slip, "c%d' - cross(R%d*w%d, [0, 0, r[%d]])", i, i, i, i);
  else
    snprintf(slip, sizeof slip, "[c%d[1]' - r[%d]*(R%d*w%d)[2], c%d[2]' + r[%d]*(R%d*w%d)[1]]", i,
             i, i, i, i, i, i, i);
  snprintf(roll, sizeof roll, "[(R%d*w%d)[1], (R%d*w%d)[2]]", i, i, i, i);
  scene_contact(s, gap, slip, roll);
}

static inline void scene_ball_pair(scene *s, int i, int j) {
  char gap[100], slip[300];
  snprintf(gap, sizeof gap, "norm(c%d - c%d) - r[%d] - r[%d]", i, j, i, j);
  snprintf(slip, sizeof slip,
           "c%d' - c%d' + cross(r[%d]*(R%d*w%d) + r[%d]*(R%d*w%d), (c%d - c%d)/norm(c%d - c%d))", i,
           j, i, i, i, j, j, j, j, i, j, i);
  scene_contact(s, gap, slip, NULL);
}

static inline void scene_balls(scene *s) {
  bool whole = scene_chance(s, 0.5);
  scene_list(s, "m", s->m, 0.3, 3);
  scene_list(s, "r", s->r, 0.1, 0.3);
  for (int i = 1; i <= s->bodies; i++)
    scene_add(s, "coord c%d[1..3]\ncoord R%d: SO(3) velocity w%d\n", i, i, i);
  for (int k = 0; k < 2; k++) {
    scene_add(s, k == 0 ? "lagrangian 0" : "observe size = 0");
    for (int i = 1; i <= s->bodies; i++)
      scene_add(
          s, " + m[%d]/2*dot(c%d', c%d') + m[%d]*r[%d]^2/5*dot(w%d, w%d) %c m[%d]*g*%sc%d[3]%s", i,
          i, i, i, i, i, i, k == 0 ? '-' : '+', i, k == 0 ? "" : "abs(", i, k == 0 ? "" : ")");
    scene_add(s, "\n");
  }
  for (int i = 1; i <= s->bodies; i++) {
    scene_ball(s, i, whole);
    for (int j = 1; j < i; j++)
      scene_ball_pair(s, i, j);
    double height = scene_chance(s, 0.4) ? 0 : scene_between(s, 0, 1);
    scene_add(s, "init c%d = [%.4f, %.4f, r[%d] + %.4f]\n", i, 0.65*i, scene_between(s, 0, 0.05),
              i, height);
    if (scene_chance(s, 0.8))
      scene_add(s, "init c%d' = [%.4f, %.4f, 0], w%d = [%.4f, %.4f, %.4f]\n", i,
                scene_between(s, -3, 3), scene_between(s, -1, 1), i, scene_between(s, -8, 8),
                scene_between(s, -8, 8), scene_between(s, -8, 8));
  }
}

// ---- scene `number`

static inline void scene_make(scene *s, long number) {
  static const int most[] = {[SCENE_DISKS] = 5,
                             [SCENE_BOXES] = 4,
                             [SCENE_RODS] = 5,
                             [SCENE_POINTS] = 8,
                             [SCENE_BALLS] = 3};  // of most scenes: for speed
  *s = (scene){.random = 0x1234567u + 7919u*(uint64_t)number};
  s->kind = (scene_kind)(number % scene_kinds);
  s->bodies = 2 + (int)(7*scene_random(s));
  s->rough = scene_chance(s, 0.6);
  s->rolls = scene_chance(s, 0.15);
  s->tied = scene_chance(s, 0.3);
  if (s->bodies > most[s->kind] && scene_chance(s, 0.9))
    s->bodies = most[s->kind];
  scene_add(s, "model scene\nconst n = %d\nparam g = 9.81\n", s->bodies);
  switch (s->kind) {
  case SCENE_DISKS: scene_disks(s); break;
  case SCENE_BOXES: scene_boxes(s); break;
  case SCENE_RODS: scene_rods(s); break;
  case SCENE_POINTS: scene_points(s); break;
  case SCENE_BALLS: scene_balls(s); break;
  case scene_kinds: break;
  }
}
