/* bench: hydrodynamics, hexahedra
   sizes: 10
   check: 2

   Lagrangian gas dynamics on an unstructured mesh of hexahedra: elements find their corners by index, take volume, pressure and
   viscosity from them, and push on the corners; the nodes move; the next time step is limited by sound crossing the smallest
   element. The kinetic energy after a few steps. */
#include "workload.h"

enum { STEPS = 10 };

struct Mesh {
  int elements, nodes;
  int (*corners)[8];
  double *mass, *node_mass;
};

/* Corners of the six faces, anticlockwise as seen from outside. */
static const int FACES[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

/* The volume, and for each corner its share of the areas (pointing outwards) of the three faces it belongs to. */
static double geometry(double x[RESTRICT 8][3], double areas[RESTRICT 8][3]) {
  double volume = 0;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k)
      areas[i][k] = 0;
  for (int f = 0; f < 6; ++f) {
    const double *a = x[FACES[f][0]], *b = x[FACES[f][1]], *c = x[FACES[f][2]], *d = x[FACES[f][3]];
    double one[3], other[3];
    for (int k = 0; k < 3; ++k) {
      one[k] = c[k] - a[k];
      other[k] = d[k] - b[k];
    }
    for (int k = 0; k < 3; ++k) {
      int l = (k + 1) % 3, m = (k + 2) % 3;
      double area = 0.5 * (one[l] * other[m] - one[m] * other[l]);
      volume += area * (a[k] + b[k] + c[k] + d[k]) / 12;
      for (int i = 0; i < 4; ++i)
        areas[FACES[f][i]][k] += 0.25 * area;
    }
  }
  return volume;
}

static void push_elements(const struct Mesh *mesh, double h, const double *RESTRICT position, const double *RESTRICT velocity,
                          double *RESTRICT energy, double *RESTRICT force, double *RESTRICT limit) {
  for (int e = 0; e < mesh->elements; ++e) {
    const int *corners = mesh->corners[e];
    double x[8][3], areas[8][3], growth = 0;
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 3; ++k)
        x[i][k] = position[3 * corners[i] + k];
    double volume = geometry(x, areas), density = mesh->mass[e] / volume, length = cbrt(volume);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 3; ++k)
        growth += areas[i][k] * velocity[3 * corners[i] + k];
    double pressure = 0.4 * density * energy[e], sound = sqrt(1.4 * pressure / density);
    if (growth < 0) {
      double closing = -length * growth / volume;
      pressure += density * closing * (2 * closing + 0.5 * sound);
    }
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 3; ++k)
        force[3 * corners[i] + k] += pressure * areas[i][k];
    energy[e] -= h * pressure * growth / mesh->mass[e];
    if (length / sound < *limit)
      *limit = length / sound;
  }
}

static void simulate(const struct Mesh *mesh, int steps, double *RESTRICT position, double *RESTRICT velocity,
                     double *RESTRICT energy, double *RESTRICT result) {
  double *force = malloc(3 * (size_t)mesh->nodes * sizeof(double)), h = 1e-3;
  for (int s = 0; s < steps; ++s) {
    double limit = INFINITY;
    memset(force, 0, 3 * (size_t)mesh->nodes * sizeof(double));
    push_elements(mesh, h, position, velocity, energy, force, &limit);
    for (int i = 0; i < mesh->nodes; ++i)
      for (int k = 0; k < 3; ++k) {
        velocity[3 * i + k] += h * force[3 * i + k] / mesh->node_mass[i];
        position[3 * i + k] += h * velocity[3 * i + k];
      }
    h = fmin(1.2 * h, 0.1 * limit);
  }
  double sum = 0;
  for (int i = 0; i < mesh->nodes; ++i)
    for (int k = 0; k < 3; ++k)
      sum += 0.5 * mesh->node_mass[i] * velocity[3 * i + k] * velocity[3 * i + k];
  *result = sum;
  free(force);
}

static struct Mesh mesh;
static double *state[3], *work[3], *dwork[3];
static size_t counts[3];

void setup(int size) {
  int side = size + 1;
  mesh.elements = size * size * size;
  mesh.nodes = side * side * side;
  mesh.corners = malloc(mesh.elements * sizeof *mesh.corners);
  mesh.mass = malloc(mesh.elements * sizeof(double));
  mesh.node_mass = calloc(mesh.nodes, sizeof(double));
  for (int e = 0; e < mesh.elements; ++e) {
    mesh.mass[e] = 1;
    for (int i = 0; i < 8; ++i) {
      int column = e % size + (i % 4 == 1 || i % 4 == 2), row = e / size % size + (i % 4 >= 2), layer = e / size / size + i / 4;
      mesh.corners[e][i] = (layer * side + row) * side + column;
      mesh.node_mass[mesh.corners[e][i]] += mesh.mass[e] / 8;
    }
  }
  counts[0] = counts[1] = 3 * (size_t)mesh.nodes;
  counts[2] = mesh.elements;
  state[0] = input(counts[0], -0.1, 0.1);
  state[1] = input(counts[1], -0.5, 0.5);
  state[2] = input(counts[2], 1, 3);
  for (int i = 0; i < mesh.nodes; ++i) {
    state[0][3 * i] += i % side;
    state[0][3 * i + 1] += i / side % side;
    state[0][3 * i + 2] += i / side / side;
  }
  for (int i = 0; i < 3; ++i) {
    work[i] = malloc(counts[i] * sizeof(double));
    dwork[i] = malloc(counts[i] * sizeof(double));
  }
}

double primal(void) {
  double result;
  for (int i = 0; i < 3; ++i)
    memcpy(work[i], state[i], counts[i] * sizeof(double));
  simulate(&mesh, STEPS, work[0], work[1], work[2], &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  for (int i = 0; i < 3; ++i) {
    memcpy(work[i], state[i], counts[i] * sizeof(double));
    memset(dwork[i], 0, counts[i] * sizeof(double));
  }
  __enzyme_autodiff((void *)simulate, enzyme_const, &mesh, enzyme_const, STEPS, enzyme_dup, work[0], dwork[0], enzyme_dup,
                    work[1], dwork[1], enzyme_dup, work[2], dwork[2], enzyme_dupnoneed, &result, &seed);
  for (int i = 0; i < 3; ++i)
    memcpy(shadow(state[i]), dwork[i], counts[i] * sizeof(double));
}
