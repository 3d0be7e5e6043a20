/* bench: cross-section lookup
   sizes: 4000
   check: 20

   For each neutron, the cross sections of the material it is in: every nuclide of the material has its own grid of energies,
   found by binary search and interpolated, weighted by density. The mean number of neutrons that follow from a collision. */
#include "workload.h"

enum { NUCLIDES = 60, POINTS = 400, MATERIALS = 6, MOST_NUCLIDES = 24 };
enum { ELASTIC, INELASTIC, CAPTURE, FISSION, YIELD, CHANNELS };

struct Material {
  int count, nuclides[MOST_NUCLIDES];
};

/* The last point of a grid that is not above the energy, but never the last of all. */
static int find(int n, const double *RESTRICT grid, double energy) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (grid[middle] > energy)
      high = middle;
    else
      low = middle;
  }
  return low;
}

static void macroscopic(const struct Material *material, const double *RESTRICT densities, const double *RESTRICT grids,
                        const double *RESTRICT sections, double energy, double *RESTRICT out) {
  for (int c = 0; c < CHANNELS; ++c)
    out[c] = 0;
  for (int i = 0; i < material->count; ++i) {
    const double *grid = &grids[material->nuclides[i] * POINTS];
    int at = find(POINTS, grid, energy);
    const double *low = &sections[(material->nuclides[i] * POINTS + at) * CHANNELS], *high = low + CHANNELS;
    double fraction = (energy - grid[at]) / (grid[at + 1] - grid[at]);
    for (int c = 0; c < CHANNELS; ++c)
      out[c] += densities[i] * (low[c] + fraction * (high[c] - low[c]));
  }
}

static void multiplication(int neutrons, const struct Material *RESTRICT materials, const int *RESTRICT where,
                           const double *RESTRICT densities, const double *RESTRICT grids, const double *RESTRICT sections,
                           const double *RESTRICT energies, double *RESTRICT result) {
  double sum = 0;
  for (int n = 0; n < neutrons; ++n) {
    double out[CHANNELS];
    macroscopic(&materials[where[n]], &densities[where[n] * MOST_NUCLIDES], grids, sections, energies[n], out);
    double total = out[ELASTIC] + out[INELASTIC] + out[CAPTURE] + out[FISSION];
    sum += (out[ELASTIC] + out[INELASTIC] + out[YIELD] * out[FISSION]) / total;
  }
  *result = sum / neutrons;
}

static int neutrons, *where;
static struct Material materials[MATERIALS];
static double *densities, *grids, *sections, *energies;

static int ascending(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

void setup(int size) {
  neutrons = size;
  densities = input(MATERIALS * MOST_NUCLIDES, 0.1, 1);
  sections = input(NUCLIDES * POINTS * CHANNELS, 0.1, 1);
  energies = input(size, 0, 1);
  grids = malloc(NUCLIDES * POINTS * sizeof(double));
  where = malloc(size * sizeof(int));
  for (int i = 0; i < NUCLIDES; ++i) {
    for (int k = 0; k < POINTS; ++k)
      grids[i * POINTS + k] = uniform(0, 1);
    qsort(&grids[i * POINTS], POINTS, sizeof(double), ascending);
  }
  for (int m = 0; m < MATERIALS; ++m) {
    materials[m].count = (m + 1) * MOST_NUCLIDES / MATERIALS;
    for (int i = 0; i < materials[m].count; ++i)
      materials[m].nuclides[i] = (int)uniform(0, NUCLIDES);
  }
  for (int n = 0; n < size; ++n)
    where[n] = (int)uniform(0, MATERIALS);
}

double primal(void) {
  double result;
  multiplication(neutrons, materials, where, densities, grids, sections, energies, &result);
  return result;
}

void gradient(void) {
  double result = 0, seed = 1;
  __enzyme_autodiff((void *)multiplication, enzyme_const, neutrons, enzyme_const, materials, enzyme_const, where, enzyme_dup,
                    densities, shadow(densities), enzyme_const, grids, enzyme_dup, sections, shadow(sections), enzyme_dup,
                    energies, shadow(energies), enzyme_dupnoneed, &result, &seed);
}

/* By hand: the places in the grids are kept for each neutron, the interpolation is repeated. */
void hand(void) {
  double *ddensities = shadow(densities), *dsections = shadow(sections), *denergies = shadow(energies);
  for (int n = 0; n < neutrons; ++n) {
    const struct Material *material = &materials[where[n]];
    double out[CHANNELS] = {0}, dout[CHANNELS], fractions[MOST_NUCLIDES], widths[MOST_NUCLIDES];
    int places[MOST_NUCLIDES];
    for (int i = 0; i < material->count; ++i) {
      const double *grid = &grids[material->nuclides[i] * POINTS];
      int at = find(POINTS, grid, energies[n]);
      places[i] = (material->nuclides[i] * POINTS + at) * CHANNELS;
      widths[i] = grid[at + 1] - grid[at];
      fractions[i] = (energies[n] - grid[at]) / widths[i];
      const double *low = &sections[places[i]], *high = low + CHANNELS;
      for (int c = 0; c < CHANNELS; ++c)
        out[c] += densities[where[n] * MOST_NUCLIDES + i] * (low[c] + fractions[i] * (high[c] - low[c]));
    }
    double total = out[ELASTIC] + out[INELASTIC] + out[CAPTURE] + out[FISSION], scale = 1 / (total * neutrons);
    double mean = (out[ELASTIC] + out[INELASTIC] + out[YIELD] * out[FISSION]) / total;
    dout[ELASTIC] = dout[INELASTIC] = scale * (1 - mean);
    dout[CAPTURE] = -scale * mean;
    dout[FISSION] = scale * (out[YIELD] - mean);
    dout[YIELD] = scale * out[FISSION];
    for (int i = 0; i < material->count; ++i) {
      const double *low = &sections[places[i]], *high = low + CHANNELS;
      double density = densities[where[n] * MOST_NUCLIDES + i], ddensity = 0, dfraction = 0;
      for (int c = 0; c < CHANNELS; ++c) {
        ddensity += dout[c] * (low[c] + fractions[i] * (high[c] - low[c]));
        dfraction += dout[c] * density * (high[c] - low[c]);
        dsections[places[i] + c] += dout[c] * density * (1 - fractions[i]);
        dsections[places[i] + CHANNELS + c] += dout[c] * density * fractions[i];
      }
      ddensities[where[n] * MOST_NUCLIDES + i] += ddensity;
      denergies[n] += dfraction / widths[i];
    }
  }
}
