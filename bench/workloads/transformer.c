/* bench: transformer
   sizes: 64
   check: 3

   The mean cross entropy of a small language model in plain C: all weights in one allocation, all activations in another, and
   pointers to the tensors in structs. */
#include "workload.h"

enum { LAYERS = 4, HEADS = 4, WIDTH = 64, INNER = 4 * WIDTH, WORDS = 128 };

struct weights {
  double *words, *places;                     /* WORDS x WIDTH, length x WIDTH */
  double *norm1, *shift1, *query, *query_bias; /* per layer */
  double *mix, *mix_bias, *norm2, *shift2;
  double *up, *up_bias, *down, *down_bias;
  double *last_norm, *last_shift;
};

struct activations {
  double *embedded;
  double *normed1, *mean1, *scale1, *queries, *scores, *attention, *mixed, *attended, *middle;
  double *normed2, *mean2, *scale2, *raised, *bent, *lowered, *out;
  double *normed, *mean, *scale, *logits, *probabilities, *losses;
};

struct model {
  int length;
  struct weights w;
  struct activations a;
};

static void embed(double *out, const int *words, const double *table, const double *places, int length) {
  for (int t = 0; t < length; ++t)
    for (int i = 0; i < WIDTH; ++i)
      out[t * WIDTH + i] = table[words[t] * WIDTH + i] + places[t * WIDTH + i];
}

static void normalise(double *out, double *means, double *scales, const double *in, const double *gain, const double *shift,
                      int length) {
  for (int t = 0; t < length; ++t) {
    const double *x = in + t * WIDTH;
    double mean = 0, variance = 0;
    for (int i = 0; i < WIDTH; ++i)
      mean += x[i];
    mean /= WIDTH;
    for (int i = 0; i < WIDTH; ++i)
      variance += (x[i] - mean) * (x[i] - mean);
    double scale = 1 / sqrt(variance / WIDTH + 1e-5);
    for (int i = 0; i < WIDTH; ++i)
      out[t * WIDTH + i] = (x[i] - mean) * scale * gain[i] + shift[i];
    means[t] = mean;
    scales[t] = scale;
  }
}

static void product(double *out, const double *in, const double *weight, const double *bias, int length, int from, int to) {
  for (int t = 0; t < length; ++t)
    for (int o = 0; o < to; ++o) {
      double sum = bias ? bias[o] : 0;
      for (int i = 0; i < from; ++i)
        sum += in[t * from + i] * weight[o * from + i];
      out[t * to + o] = sum;
    }
}

static void attend(double *out, double *scores, double *attention, const double *in, int length) {
  enum { HEAD = WIDTH / HEADS };
  double scale = 1 / sqrt((double)HEAD);
  for (int t = 0; t < length; ++t)
    for (int h = 0; h < HEADS; ++h) {
      const double *query = in + t * 3 * WIDTH + h * HEAD;
      double *score = scores + (h * length + t) * length, *weight = attention + (h * length + t) * length;
      double most = -1e30, sum = 0;
      for (int s = 0; s <= t; ++s) {
        const double *key = in + s * 3 * WIDTH + h * HEAD + WIDTH;
        double dot = 0;
        for (int i = 0; i < HEAD; ++i)
          dot += query[i] * key[i];
        dot *= scale;
        if (dot > most)
          most = dot;
        score[s] = dot;
      }
      for (int s = 0; s <= t; ++s) {
        double e = exp(score[s] - most);
        sum += e;
        weight[s] = e;
      }
      double inverse = 1 / sum;
      for (int s = 0; s < length; ++s)
        weight[s] = s <= t ? weight[s] * inverse : 0;
      double *o = out + t * WIDTH + h * HEAD;
      for (int i = 0; i < HEAD; ++i)
        o[i] = 0;
      for (int s = 0; s <= t; ++s) {
        const double *value = in + s * 3 * WIDTH + h * HEAD + 2 * WIDTH;
        for (int i = 0; i < HEAD; ++i)
          o[i] += weight[s] * value[i];
      }
    }
}

#define BEND 0.7978845608028654

static void bend(double *out, const double *in, int count) {
  for (int i = 0; i < count; ++i) {
    double x = in[i], cube = 0.044715 * x * x * x;
    out[i] = 0.5 * x * (1 + tanh(BEND * (x + cube)));
  }
}

static void add(double *out, const double *a, const double *b, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = a[i] + b[i];
}

static void softmax(double *probabilities, const double *logits, int length) {
  for (int t = 0; t < length; ++t) {
    const double *l = logits + t * WORDS;
    double *p = probabilities + t * WORDS;
    double most = -1e30, sum = 0;
    for (int i = 0; i < WORDS; ++i)
      if (l[i] > most)
        most = l[i];
    for (int i = 0; i < WORDS; ++i) {
      p[i] = exp(l[i] - most);
      sum += p[i];
    }
    for (int i = 0; i < WORDS; ++i)
      p[i] /= sum;
  }
}

static double cross_entropy(double *losses, const double *probabilities, const int *targets, int length) {
  double sum = 0;
  for (int t = 0; t < length; ++t) {
    losses[t] = -log(probabilities[t * WORDS + targets[t]]);
    sum += losses[t];
  }
  return sum / length;
}

static double loss(struct model *m, const int *words, const int *targets) {
  struct weights w = m->w;
  struct activations a = m->a;
  int n = m->length, block = n * WIDTH;
  embed(a.embedded, words, w.words, w.places, n);
  for (int l = 0; l < LAYERS; ++l) {
    const double *in = l == 0 ? a.embedded : a.out + (l - 1) * block;
    double *queries = a.queries + l * 3 * block, *raised = a.raised + l * 4 * block, *bent = a.bent + l * 4 * block;
    normalise(a.normed1 + l * block, a.mean1 + l * n, a.scale1 + l * n, in, w.norm1 + l * WIDTH, w.shift1 + l * WIDTH, n);
    product(queries, a.normed1 + l * block, w.query + l * 3 * WIDTH * WIDTH, w.query_bias + l * 3 * WIDTH, n, WIDTH, 3 * WIDTH);
    attend(a.mixed + l * block, a.scores + l * HEADS * n * n, a.attention + l * HEADS * n * n, queries, n);
    product(a.attended + l * block, a.mixed + l * block, w.mix + l * WIDTH * WIDTH, w.mix_bias + l * WIDTH, n, WIDTH, WIDTH);
    add(a.middle + l * block, in, a.attended + l * block, block);
    normalise(a.normed2 + l * block, a.mean2 + l * n, a.scale2 + l * n, a.middle + l * block, w.norm2 + l * WIDTH,
              w.shift2 + l * WIDTH, n);
    product(raised, a.normed2 + l * block, w.up + l * INNER * WIDTH, w.up_bias + l * INNER, n, WIDTH, INNER);
    bend(bent, raised, 4 * block);
    product(a.lowered + l * block, bent, w.down + l * INNER * WIDTH, w.down_bias + l * WIDTH, n, INNER, WIDTH);
    add(a.out + l * block, a.middle + l * block, a.lowered + l * block, block);
  }
  normalise(a.normed, a.mean, a.scale, a.out + (LAYERS - 1) * block, w.last_norm, w.last_shift, n);
  product(a.logits, a.normed, w.words, NULL, n, WIDTH, WORDS);
  softmax(a.probabilities, a.logits, n);
  return cross_entropy(a.losses, a.probabilities, targets, n);
}

static struct model model, dmodel;
static int *words, *targets;
static double *activations, *dactivations;
static size_t activation_count;

static double *part(double **next, size_t count) {
  double *start = *next;
  *next += count;
  return start;
}

static size_t place_weights(struct weights *w, double *next, size_t n) {
  double *first = next;
  size_t square = (size_t)LAYERS * WIDTH * WIDTH, row = (size_t)LAYERS * WIDTH;
  w->words = part(&next, WORDS * WIDTH);
  w->places = part(&next, n * WIDTH);
  w->norm1 = part(&next, row);
  w->shift1 = part(&next, row);
  w->query = part(&next, 3 * square);
  w->query_bias = part(&next, 3 * row);
  w->mix = part(&next, square);
  w->mix_bias = part(&next, row);
  w->norm2 = part(&next, row);
  w->shift2 = part(&next, row);
  w->up = part(&next, 4 * square);
  w->up_bias = part(&next, 4 * row);
  w->down = part(&next, 4 * square);
  w->down_bias = part(&next, row);
  w->last_norm = part(&next, WIDTH);
  w->last_shift = part(&next, WIDTH);
  return next - first;
}

static size_t place_activations(struct activations *a, double *next, size_t n) {
  double *first = next;
  size_t block = LAYERS * n * WIDTH, rows = LAYERS * n;
  a->embedded = part(&next, n * WIDTH);
  a->normed1 = part(&next, block);
  a->mean1 = part(&next, rows);
  a->scale1 = part(&next, rows);
  a->queries = part(&next, 3 * block);
  a->scores = part(&next, rows * HEADS * n);
  a->attention = part(&next, rows * HEADS * n);
  a->mixed = part(&next, block);
  a->attended = part(&next, block);
  a->middle = part(&next, block);
  a->normed2 = part(&next, block);
  a->mean2 = part(&next, rows);
  a->scale2 = part(&next, rows);
  a->raised = part(&next, 4 * block);
  a->bent = part(&next, 4 * block);
  a->lowered = part(&next, block);
  a->out = part(&next, block);
  a->normed = part(&next, n * WIDTH);
  a->mean = part(&next, n);
  a->scale = part(&next, n);
  a->logits = part(&next, n * WORDS);
  a->probabilities = part(&next, n * WORDS);
  a->losses = part(&next, n);
  return next - first;
}

void setup(int n) {
  struct weights w;
  size_t count = place_weights(&w, NULL, n);
  double *all = input(count, -0.15, 0.15);
  model.length = dmodel.length = n;
  place_weights(&model.w, all, n);
  place_weights(&dmodel.w, shadow(all), n);
  activation_count = place_activations(&model.a, NULL, n);
  activations = calloc(activation_count, sizeof(double));
  dactivations = calloc(activation_count, sizeof(double));
  place_activations(&model.a, activations, n);
  place_activations(&dmodel.a, dactivations, n);
  words = malloc(n * sizeof(int));
  targets = malloc(n * sizeof(int));
  for (int t = 0; t < n; ++t) {
    words[t] = (int)uniform(0, WORDS - 1e-6);
    targets[t] = (int)uniform(0, WORDS - 1e-6);
  }
}

double primal(void) { return loss(&model, words, targets); }

void gradient(void) {
  memset(dactivations, 0, activation_count * sizeof(double));
  __enzyme_autodiff((void *)loss, enzyme_dup, &model, &dmodel, enzyme_const, words, enzyme_const, targets);
}

static void product_back(double *din, double *dweight, double *dbias, const double *dout, const double *in, const double *weight,
                         int length, int from, int to) {
  for (int t = 0; t < length; ++t)
    for (int o = 0; o < to; ++o) {
      double d = dout[t * to + o];
      for (int i = 0; i < from; ++i)
        din[t * from + i] += d * weight[o * from + i];
    }
  for (int o = 0; o < to; ++o)
    for (int t = 0; t < length; ++t) {
      double d = dout[t * to + o];
      if (dbias)
        dbias[o] += d;
      for (int i = 0; i < from; ++i)
        dweight[o * from + i] += d * in[t * from + i];
    }
}

static void normalise_back(double *din, double *dgain, double *dshift, const double *dout, const double *in, const double *gain,
                           const double *means, const double *scales, int length) {
  for (int t = 0; t < length; ++t) {
    const double *d = dout + t * WIDTH, *x = in + t * WIDTH;
    double mean = means[t], scale = scales[t], sum = 0, along = 0;
    for (int i = 0; i < WIDTH; ++i) {
      sum += gain[i] * d[i];
      along += gain[i] * d[i] * (x[i] - mean) * scale;
    }
    sum /= WIDTH;
    along /= WIDTH;
    for (int i = 0; i < WIDTH; ++i) {
      double normed = (x[i] - mean) * scale;
      dshift[i] += d[i];
      dgain[i] += normed * d[i];
      din[t * WIDTH + i] += (gain[i] * d[i] - sum - normed * along) * scale;
    }
  }
}

static void attend_back(double *din, double *dattention, const double *dout, const double *in, const double *attention, int length) {
  enum { HEAD = WIDTH / HEADS };
  double scale = 1 / sqrt((double)HEAD);
  for (int t = 0; t < length; ++t)
    for (int h = 0; h < HEADS; ++h) {
      const double *weight = attention + (h * length + t) * length, *d = dout + t * WIDTH + h * HEAD;
      double *dweight = dattention + (h * length + t) * length, along = 0;
      for (int s = 0; s <= t; ++s) {
        const double *value = in + s * 3 * WIDTH + h * HEAD + 2 * WIDTH;
        double *dvalue = din + s * 3 * WIDTH + h * HEAD + 2 * WIDTH, dot = 0;
        for (int i = 0; i < HEAD; ++i) {
          dot += value[i] * d[i];
          dvalue[i] += weight[s] * d[i];
        }
        dweight[s] = dot;
        along += dot * weight[s];
      }
      const double *query = in + t * 3 * WIDTH + h * HEAD;
      double *dquery = din + t * 3 * WIDTH + h * HEAD;
      for (int s = 0; s <= t; ++s) {
        const double *key = in + s * 3 * WIDTH + h * HEAD + WIDTH;
        double *dkey = din + s * 3 * WIDTH + h * HEAD + WIDTH, dscore = weight[s] * (dweight[s] - along) * scale;
        for (int i = 0; i < HEAD; ++i) {
          dquery[i] += key[i] * dscore;
          dkey[i] += query[i] * dscore;
        }
      }
    }
}

static void bend_back(double *din, const double *in, const double *dout, int count) {
  for (int i = 0; i < count; ++i) {
    double x = in[i], t = tanh(BEND * (x + 0.044715 * x * x * x));
    din[i] += (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * BEND * (1 + 3 * 0.044715 * x * x)) * dout[i];
  }
}

static void add_back(double *da, double *db, const double *dout, int count) {
  for (int i = 0; i < count; ++i) {
    da[i] += dout[i];
    db[i] += dout[i];
  }
}

void hand(void) {
  struct weights w = model.w, dw = dmodel.w;
  struct activations a = model.a, da = dmodel.a;
  int n = model.length, block = n * WIDTH;
  loss(&model, words, targets);
  memset(dactivations, 0, activation_count * sizeof(double));
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < WORDS; ++i)
      da.logits[t * WORDS + i] = (a.probabilities[t * WORDS + i] - (i == targets[t])) / n;
  product_back(da.normed, dw.words, NULL, da.logits, a.normed, w.words, n, WIDTH, WORDS);
  normalise_back(da.out + (LAYERS - 1) * block, dw.last_norm, dw.last_shift, da.normed, a.out + (LAYERS - 1) * block, w.last_norm,
                 a.mean, a.scale, n);
  for (int l = LAYERS - 1; l >= 0; --l) {
    const double *in = l == 0 ? a.embedded : a.out + (l - 1) * block;
    double *din = l == 0 ? da.embedded : da.out + (l - 1) * block;
    size_t square = (size_t)l * WIDTH * WIDTH;
    add_back(da.middle + l * block, da.lowered + l * block, da.out + l * block, block);
    product_back(da.bent + l * 4 * block, dw.down + 4 * square, dw.down_bias + l * WIDTH, da.lowered + l * block,
                 a.bent + l * 4 * block, w.down + 4 * square, n, INNER, WIDTH);
    bend_back(da.raised + l * 4 * block, a.raised + l * 4 * block, da.bent + l * 4 * block, 4 * block);
    product_back(da.normed2 + l * block, dw.up + 4 * square, dw.up_bias + l * INNER, da.raised + l * 4 * block,
                 a.normed2 + l * block, w.up + 4 * square, n, WIDTH, INNER);
    normalise_back(da.middle + l * block, dw.norm2 + l * WIDTH, dw.shift2 + l * WIDTH, da.normed2 + l * block,
                   a.middle + l * block, w.norm2 + l * WIDTH, a.mean2 + l * n, a.scale2 + l * n, n);
    add_back(din, da.attended + l * block, da.middle + l * block, block);
    product_back(da.mixed + l * block, dw.mix + square, dw.mix_bias + l * WIDTH, da.attended + l * block, a.mixed + l * block,
                 w.mix + square, n, WIDTH, WIDTH);
    attend_back(da.queries + l * 3 * block, da.attention + l * HEADS * n * n, da.mixed + l * block, a.queries + l * 3 * block,
                a.attention + l * HEADS * n * n, n);
    product_back(da.normed1 + l * block, dw.query + 3 * square, dw.query_bias + l * 3 * WIDTH, da.queries + l * 3 * block,
                 a.normed1 + l * block, w.query + 3 * square, n, WIDTH, 3 * WIDTH);
    normalise_back(din, dw.norm1 + l * WIDTH, dw.shift1 + l * WIDTH, da.normed1 + l * block, in, w.norm1 + l * WIDTH,
                   a.mean1 + l * n, a.scale1 + l * n, n);
  }
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < WIDTH; ++i) {
      dw.words[words[t] * WIDTH + i] += da.embedded[t * WIDTH + i];
      dw.places[t * WIDTH + i] += da.embedded[t * WIDTH + i];
    }
}
