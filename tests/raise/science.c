// Kernels of scientific programs, as people write them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

// raise: shallow_water --fix n=12 --shape h=12x12,u=12x12,v=12x12,hn=12x12,un=12x12,vn=12x12 ; grad
void shallow_water(int n, double dt, const double *h, const double *u, const double *v, double *hn, double *un,
                   double *vn) {
  for (int j = 1; j < n - 1; j++) {
    for (int i = 1; i < n - 1; i++) {
      int c = j * n + i, e = c + 1, w = c - 1, s = c - n, t = c + n;
      double dhx = 0.5 * (h[e] - h[w]), dhy = 0.5 * (h[t] - h[s]);
      double flux = 0.5 * (h[e] * u[e] - h[w] * u[w]) + 0.5 * (h[t] * v[t] - h[s] * v[s]);
      hn[c] = h[c] - dt * flux;
      un[c] = u[c] - dt * (9.81 * dhx + u[c] * 0.5 * (u[e] - u[w]) + v[c] * 0.5 * (u[t] - u[s]));
      vn[c] = v[c] - dt * (9.81 * dhy + u[c] * 0.5 * (v[e] - v[w]) + v[c] * 0.5 * (v[t] - v[s]));
    }
  }
}

// raise: lattice_boltzmann --fix nx=8,ny=6 --shape f=9x6x8,g=9x6x8 ; grad
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
void lattice_boltzmann(int nx, int ny, double omega, const double *f, double *g) {
  for (int y = 0; y < ny; y++) {
    for (int x = 0; x < nx; x++) {
      double rho = 0, ux = 0, uy = 0;
      for (int k = 0; k < 9; k++) {
        double p = f[(k * ny + y) * nx + x];
        rho += p;
        ux += p * ex[k];
        uy += p * ey[k];
      }
      ux /= rho;
      uy /= rho;
      double square = 1.5 * (ux * ux + uy * uy);
      for (int k = 0; k < 9; k++) {
        double c = 3 * (ex[k] * ux + ey[k] * uy);
        double equilibrium = weight[k] * rho * (1 + c + 0.5 * c * c - square);
        int xn = (x + ex[k] + nx) % nx, yn = (y + ey[k] + ny) % ny;
        int at = (k * ny + y) * nx + x;
        g[(k * ny + yn) * nx + xn] = f[at] + omega * (equilibrium - f[at]);
      }
    }
  }
}

// raise: heat3d --fix n=8,steps=3 --shape u=8x8x8,v=8x8x8 ; grad
void heat3d(int n, int steps, double c, double *u, double *v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) {
          size_t at = ((size_t)i * n + j) * n + k;
          v[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] + u[at - n * n] + u[at + n * n] - 6 * u[at]);
        }
    double *swap = u;
    u = v;
    v = swap;
  }
}

// raise: needleman --fix n=10,m=12 --shape a=10,b=12,s=11x13 ; ints 4
void needleman(int n, int m, int gap, const int *a, const int *b, int *s) {
  for (int i = 0; i <= n; i++) s[i * (m + 1)] = -i * gap;
  for (int j = 0; j <= m; j++) s[j] = -j * gap;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int diagonal = s[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      int up = s[(i - 1) * (m + 1) + j] - gap, left = s[i * (m + 1) + j - 1] - gap;
      int best = diagonal > up ? diagonal : up;
      s[i * (m + 1) + j] = best > left ? best : left;
    }
}

// raise: floyd_warshall --fix n=9 --shape d=9x9 ; grad
void floyd_warshall(int n, double *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j]) d[i * n + j] = d[i * n + k] + d[k * n + j];
}

struct body { double x, y, z, mass; };
// raise: forces --fix n=10 --shape b=10,f=10x3 ; grad
void forces(int n, const struct body *b, double *f) {
  for (int i = 0; i < n; i++) {
    double fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
      if (i == j) continue;
      double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
      double r2 = dx * dx + dy * dy + dz * dz + 1e-3;
      double w = b[j].mass / (r2 * sqrt(r2));
      fx += w * dx;
      fy += w * dy;
      fz += w * dz;
    }
    f[3 * i] = fx * b[i].mass;
    f[3 * i + 1] = fy * b[i].mass;
    f[3 * i + 2] = fz * b[i].mass;
  }
}

// raise: mandelbrot --fix n=12,most=30 --shape count=12x12
void mandelbrot(int n, int most, int *count) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double cr = -2.0 + 3.0 * j / n, ci = -1.5 + 3.0 * i / n, zr = 0, zi = 0;
      int k = 0;
      while (k < most && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      count[i * n + j] = k;
    }
}

// raise: softmax --fix n=12 --shape x=12,y=12 ; grad
void softmax(int n, const double *x, double *y) {
  double most = x[0], sum = 0;
  for (int i = 1; i < n; i++) most = fmax(most, x[i]);
  for (int i = 0; i < n; i++) {
    y[i] = exp(x[i] - most);
    sum += y[i];
  }
  for (int i = 0; i < n; i++) y[i] /= sum;
}

// raise: layernorm --fix rows=5,n=16 --shape x=5x16,g=16,b=16,y=5x16 ; grad
void layernorm(int rows, int n, const double *x, const double *g, const double *b, double *y) {
  for (int r = 0; r < rows; r++) {
    const double *in = x + r * n;
    double *out = y + r * n;
    double mean = 0, var = 0;
    for (int i = 0; i < n; i++) mean += in[i];
    mean /= n;
    for (int i = 0; i < n; i++) var += (in[i] - mean) * (in[i] - mean);
    double scale = 1.0 / sqrt(var / n + 1e-5);
    for (int i = 0; i < n; i++) out[i] = (in[i] - mean) * scale * g[i] + b[i];
  }
}

// raise: attention --fix t=6,d=4 --shape q=6x4,k=6x4,v=6x4,o=6x4 ; grad
void attention(int t, int d, const double *q, const double *k, const double *v, double *o) {
  double *s = malloc(t * sizeof(double));
  for (int i = 0; i < t; i++) {
    double most = -1e30, sum = 0;
    for (int j = 0; j <= i; j++) {
      s[j] = 0;
      for (int c = 0; c < d; c++) s[j] += q[i * d + c] * k[j * d + c];
      s[j] /= sqrt(d);
      if (s[j] > most) most = s[j];
    }
    for (int j = 0; j <= i; j++) {
      s[j] = exp(s[j] - most);
      sum += s[j];
    }
    for (int c = 0; c < d; c++) {
      double acc = 0;
      for (int j = 0; j <= i; j++) acc += s[j] * v[j * d + c];
      o[i * d + c] = acc / sum;
    }
  }
  free(s);
}

// raise: conv2d --fix c=2,h=8,w=8,k=3,f=3 --shape x=2x8x8,g=3x2x3x3,b=3,y=3x6x6 ; grad
void conv2d(int c, int h, int w, int k, int f, const double *x, const double *g, const double *b, double *y) {
  int oh = h - k + 1, ow = w - k + 1;
  for (int o = 0; o < f; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        double s = b[o];
        for (int q = 0; q < c; q++)
          for (int di = 0; di < k; di++)
            for (int dj = 0; dj < k; dj++)
              s += x[(q * h + i + di) * w + j + dj] * g[((o * c + q) * k + di) * k + dj];
        y[(o * oh + i) * ow + j] = s > 0 ? s : 0;
      }
}

// raise: maxpool --fix h=8,w=8 --shape x=8x8,y=4x4 ; grad
void maxpool(int h, int w, const double *x, double *y) {
  for (int i = 0; i < h / 2; i++)
    for (int j = 0; j < w / 2; j++) {
      double m = -INFINITY;
      for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
          double v = x[(2 * i + a) * w + 2 * j + b];
          if (v > m) m = v;
        }
      y[i * (w / 2) + j] = m;
    }
}

// raise: kmeans --fix n=20,k=3,d=2 --shape x=20x2,c=3x2,own=20 ; ints 3 ; grad
double kmeans(int n, int k, int d, const double *x, double *c, int *own) {
  double sum[3][2] = {{0}}, total = 0;
  int count[3] = {0};
  for (int i = 0; i < n; i++) {
    double best = 1e300;
    int at = 0;
    for (int j = 0; j < k; j++) {
      double r = 0;
      for (int q = 0; q < d; q++) r += (x[i * d + q] - c[j * d + q]) * (x[i * d + q] - c[j * d + q]);
      if (r < best) {
        best = r;
        at = j;
      }
    }
    own[i] = at;
    total += best;
    count[at]++;
    for (int q = 0; q < d; q++) sum[at][q] += x[i * d + q];
  }
  for (int j = 0; j < k; j++)
    if (count[j] > 0)
      for (int q = 0; q < d; q++) c[j * d + q] = sum[j][q] / count[j];
  return total;
}

// raise: binomial --fix n=16 ; s 1.1 ; k 1.0 ; r 0.05 ; v 0.3 ; t 1.0
double binomial(int n, double s, double k, double r, double v, double t) {
  double dt = t / n, u = exp(v * sqrt(dt)), down = 1 / u, p = (exp(r * dt) - down) / (u - down), value[17];
  for (int i = 0; i <= n; i++) {
    double x = s * pow(u, i) * pow(down, n - i) - k;
    value[i] = x > 0 ? x : 0;
  }
  for (int step = n - 1; step >= 0; step--)
    for (int i = 0; i <= step; i++) value[i] = exp(-r * dt) * (p * value[i + 1] + (1 - p) * value[i]);
  return value[0];
}

// raise: tridiagonal --fix n=14 --shape a=14,b=14,c=14,d=14,x=14 ; grad
void tridiagonal(int n, const double *a, const double *b, const double *c, const double *d, double *x) {
  double cp[14], dp[14];
  double beta = b[0] + 4;
  cp[0] = c[0] / beta;
  dp[0] = d[0] / beta;
  for (int i = 1; i < n; i++) {
    double m = 1.0 / (b[i] + 4 - a[i] * cp[i - 1]);
    cp[i] = c[i] * m;
    dp[i] = (d[i] - a[i] * dp[i - 1]) * m;
  }
  x[n - 1] = dp[n - 1];
  for (int i = n - 2; i >= 0; i--) x[i] = dp[i] - cp[i] * x[i + 1];
}

// raise: qr --fix m=7,n=4 --shape a=7x4,r=4x4 ; grad
void qr(int m, int n, double *a, double *r) {
  for (int k = 0; k < n; k++) {
    double s = 0;
    for (int i = 0; i < m; i++) s += a[i * n + k] * a[i * n + k];
    r[k * n + k] = sqrt(s);
    for (int i = 0; i < m; i++) a[i * n + k] /= r[k * n + k];
    for (int j = k + 1; j < n; j++) {
      double p = 0;
      for (int i = 0; i < m; i++) p += a[i * n + k] * a[i * n + j];
      r[k * n + j] = p;
      for (int i = 0; i < m; i++) a[i * n + j] -= p * a[i * n + k];
    }
  }
}

// raise: gauss --fix n=6 --shape a=6x6,b=6 ; dominant a ; grad
void gauss(int n, double *a, double *b) {
  for (int k = 0; k < n - 1; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
    if (p != k) {
      for (int j = 0; j < n; j++) {
        double t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
      double t = b[k];
      b[k] = b[p];
      b[p] = t;
    }
    for (int i = k + 1; i < n; i++) {
      double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}

// raise: conjugate_gradient --fix n=8 --shape a=8x8,b=8,x=8 ; dominant a ; grad
int conjugate_gradient(int n, const double *a, const double *b, double *x) {
  double r[8], p[8], q[8], rs = 0;
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    p[i] = r[i] = b[i];
    rs += r[i] * r[i];
  }
  int k = 0;
  for (; k < 50 && rs > 1e-24; k++) {
    double pq = 0;
    for (int i = 0; i < n; i++) {
      q[i] = 0;
      for (int j = 0; j < n; j++) q[i] += a[i * n + j] * p[j];
      pq += p[i] * q[i];
    }
    double alpha = rs / pq, next = 0;
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += r[i] * r[i];
    }
    double beta = next / rs;
    rs = next;
    for (int i = 0; i < n; i++) p[i] = r[i] + beta * p[i];
  }
  return k;
}

// raise: sobel --fix w=10,h=9 --shape in=9x10,out=9x10 ; ints 120
void sobel(int w, int h, const unsigned char *in, unsigned char *out) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int gx = 0, gy = 0;
      for (int d = -1; d <= 1; d++) {
        int k = d == 0 ? 2 : 1;
        gx += k * (in[(y + d) * w + x + 1] - in[(y + d) * w + x - 1]);
        gy += k * (in[(y + 1) * w + x + d] - in[(y - 1) * w + x + d]);
      }
      int g = abs(gx) + abs(gy);
      out[y * w + x] = g > 255 ? 255 : g;
    }
}

// raise: blur --fix w=12,h=10,r=2 --shape in=10x12,out=10x12 ; grad
void blur(int w, int h, int r, const float *in, float *out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float s = 0;
      int n = 0;
      for (int j = -r; j <= r; j++)
        for (int i = -r; i <= r; i++) {
          int yy = y + j, xx = x + i;
          if (yy < 0 || yy >= h || xx < 0 || xx >= w) continue;
          s += in[yy * w + xx];
          n++;
        }
      out[y * w + x] = s / n;
    }
}

// raise: bilinear --fix w=6,h=5,m=9 --shape in=5x6,px=9,py=9,out=9 ; grad
void bilinear(int w, int h, int m, const double *in, const double *px, const double *py, double *out) {
  for (int k = 0; k < m; k++) {
    double fx = px[k], fy = py[k];
    int x = (int)fx, y = (int)fy;
    double a = fx - x, b = fy - y;
    out[k] = (1 - b) * ((1 - a) * in[y * w + x] + a * in[y * w + x + 1]) +
             b * ((1 - a) * in[(y + 1) * w + x] + a * in[(y + 1) * w + x + 1]);
  }
}

// raise: assemble --fix elements=9,nodes=10 --shape node=9x2,x=10,k=10x10 ; ints 10 ; grad
void assemble(int elements, int nodes, const int *node, const double *x, double *k) {
  for (int e = 0; e < elements; e++) {
    int a = node[2 * e], b = node[2 * e + 1];
    double h = 1.0 + x[b] * x[b] + x[a];
    double local[2][2] = {{1 / h, -1 / h}, {-1 / h, 1 / h}};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) k[node[2 * e + i] * nodes + node[2 * e + j]] += local[i][j];
  }
}

// raise: runge_kutta --fix n=4,steps=10 --shape y=4 ; grad
static void lorenz(const double *y, double *f) {
  f[0] = 10 * (y[1] - y[0]);
  f[1] = y[0] * (28 - y[2]) - y[1];
  f[2] = y[0] * y[1] - 8.0 / 3 * y[2];
  f[3] = y[3] * 0.1;
}
void runge_kutta(int n, int steps, double h, double *y) {
  double k1[4], k2[4], k3[4], k4[4], t[4];
  for (int s = 0; s < steps; s++) {
    lorenz(y, k1);
    for (int i = 0; i < n; i++) t[i] = y[i] + 0.005 * k1[i];
    lorenz(t, k2);
    for (int i = 0; i < n; i++) t[i] = y[i] + 0.005 * k2[i];
    lorenz(t, k3);
    for (int i = 0; i < n; i++) t[i] = y[i] + 0.01 * k3[i];
    lorenz(t, k4);
    for (int i = 0; i < n; i++) y[i] += 0.01 / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
}

// raise: lstm --fix n=3,m=4 --shape x=4,h=3,c=3,w=12x7,b=12 ; grad
static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
void lstm(int n, int m, const double *x, double *h, double *c, const double *w, const double *b) {
  double g[12];
  for (int i = 0; i < 4 * n; i++) {
    g[i] = b[i];
    for (int j = 0; j < m; j++) g[i] += w[i * (m + n) + j] * x[j];
    for (int j = 0; j < n; j++) g[i] += w[i * (m + n) + m + j] * h[j];
  }
  for (int i = 0; i < n; i++) {
    c[i] = sigmoid(g[n + i]) * c[i] + sigmoid(g[i]) * tanh(g[2 * n + i]);
    h[i] = sigmoid(g[3 * n + i]) * tanh(c[i]);
  }
}

// raise: horner --fix n=6 --shape c=6,x=9,y=9 ; grad
void horner(int n, const double *c, const double *x, double *y) {
  for (int k = 0; k < 9; k++) {
    double s = 0;
    for (int i = n - 1; i >= 0; i--) s = s * x[k] + c[i];
    y[k] = s;
  }
}

// raise: simpson --fix n=20 ; a 0.2 ; b 1.7
double simpson(int n, double a, double b) {
  double h = (b - a) / n, s = sin(a) * exp(a) + sin(b) * exp(b);
  for (int i = 1; i < n; i++) s += (i % 2 ? 4 : 2) * sin(a + i * h) * exp(a + i * h);
  return s * h / 3;
}

// raise: gauss_seidel --fix n=8 --shape u=8x8,f=8x8 ; grad
void gauss_seidel(int n, double *u, const double *f) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
}

// raise: red_black --fix n=8 --shape u=8x8,f=8x8 ; grad
void red_black(int n, double *u, const double *f) {
  for (int colour = 0; colour < 2; colour++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
        u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
}

// raise: upwind --fix n=16,steps=4 --shape q=16,v=16 ; grad
void upwind(int n, int steps, double c, double *q, const double *v) {
  double flux[17];
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i <= n; i++) {
      int l = i == 0 ? n - 1 : i - 1, r = i == n ? 0 : i;
      double a = 0.5 * (v[l] + v[r]) - 1.2;
      flux[i] = a > 0 ? a * q[l] : a * q[r];
    }
    for (int i = 0; i < n; i++) q[i] -= 0.1 * (flux[i + 1] - flux[i]);
  }
}

// raise: fft --fix n=8 --shape re=8,im=8 ; grad
void fft(int n, double *re, double *im) {
  for (int i = 0, j = 0; i < n; i++) {
    if (i < j) {
      double t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
    int bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
  }
  for (int len = 2; len <= n; len <<= 1)
    for (int i = 0; i < n; i += len)
      for (int k = 0; k < len / 2; k++) {
        double a = -6.283185307179586 * k / len, wr = cos(a), wi = sin(a);
        int p = i + k, q = p + len / 2;
        double xr = re[q] * wr - im[q] * wi, xi = re[q] * wi + im[q] * wr;
        re[q] = re[p] - xr;
        im[q] = im[p] - xi;
        re[p] += xr;
        im[p] += xi;
      }
}

// raise: bubble_sort --fix n=8 --shape x=8 ; grad
void bubble_sort(int n, double *x) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (x[j] > x[j + 1]) {
        double t = x[j];
        x[j] = x[j + 1];
        x[j + 1] = t;
      }
}

// raise: classify --fix n=20 --shape kind=20,x=20,y=20 ; ints 5 ; grad
void classify(int n, const int *kind, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    switch (kind[i]) {
    case 0: y[i] = x[i]; break;
    case 1: y[i] = sin(x[i]); break;
    case 2: y[i] = x[i] * x[i];  // falls through
    case 3: y[i] += 1; break;
    default: y[i] = -x[i];
    }
  }
}

// raise: find_first --fix n=20 --shape x=20 ; v 1.9
int find_first(int n, const double *x, double v) {
  for (int i = 0; i < n; i++)
    if (x[i] > v) return i;
  return -1;
}

// raise: gemm --fix m=5,n=6,k=7 --shape a=5x7,b=7x6,c=5x6 ; grad
void gemm(int m, int n, int k, double alpha, const double *a, const double *b, double beta, double *c) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) c[i * n + j] *= beta;
    for (int q = 0; q < k; q++)
      for (int j = 0; j < n; j++) c[i * n + j] += alpha * a[i * k + q] * b[q * n + j];
  }
}

// raise: syrk --fix n=6,k=5 --shape a=6x5,c=6x6 ; grad
void syrk(int n, int k, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      for (int q = 0; q < k; q++) c[i * n + j] += a[i * k + q] * a[j * k + q];
    }
}

// raise: trsv --fix n=8 --shape l=8x8,x=8 ; dominant l ; grad
void trsv(int n, const double *l, double *x) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) x[i] -= l[i * n + j] * x[j];
    x[i] /= l[i * n + i];
  }
}

// raise: rotate --fix n=12 --shape x=12,y=12 ; grad
void rotate(int n, double c, double s, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double t = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = t;
  }
}

// raise: blocked --fix n=16 --shape a=16x16,b=16x16,c=16x16 ; grad
void blocked(int n, const double *a, const double *b, double *c) {
  for (int ii = 0; ii < n; ii += 4)
    for (int jj = 0; jj < n; jj += 4)
      for (int kk = 0; kk < n; kk += 4)
        for (int i = ii; i < ii + 4; i++)
          for (int j = jj; j < jj + 4; j++)
            for (int k = kk; k < kk + 4; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

struct grid {
  int nx, ny;
  double dx;
  double *u, *v;
};
// raise: diffuse --fix g.nx=8,g.ny=7 --shape g.u=7x8,g.v=7x8 ; native diffuse_plain
void diffuse(const struct grid *g, double dt) {
  for (int j = 1; j < g->ny - 1; j++)
    for (int i = 1; i < g->nx - 1; i++) {
      int c = j * g->nx + i;
      g->v[c] = g->u[c] + dt / (g->dx * g->dx) * (g->u[c - 1] + g->u[c + 1] + g->u[c - g->nx] + g->u[c + g->nx] - 4 * g->u[c]);
    }
}
void diffuse_plain(int g_nx, int g_ny, double g_dx, double *g_u, double *g_v, double dt) {
  struct grid g = {g_nx, g_ny, g_dx, g_u, g_v};
  diffuse(&g, dt);
}

struct particles {
  int n;
  double *x, *y, *vx, *vy;
};
// raise: move_particles --fix p.n=12 --shape p.x=12,p.y=12,p.vx=12,p.vy=12 ; native move_plain
void move_particles(struct particles p, double dt) {
  for (int i = 0; i < p.n; i++) {
    p.x[i] += dt * p.vx[i];
    p.y[i] += dt * p.vy[i];
    if (p.x[i] < 0.6 || p.x[i] > 1.9) p.vx[i] = -p.vx[i];
  }
}
void move_plain(int p_n, double *p_x, double *p_y, double *p_vx, double *p_vy, double dt) {
  struct particles p = {p_n, p_x, p_y, p_vx, p_vy};
  move_particles(p, dt);
}

struct inner { double *w, *b; int n, m; };
struct net { struct inner first, second; double rate; };
// raise: forward --fix net.first.n=5,net.first.m=4,net.second.n=3,net.second.m=5 --shape net.first.w=5x4,net.first.b=5,net.second.w=3x5,net.second.b=3,x=4,y=3 ; native forward_plain
static void dense(const struct inner *l, const double *x, double *y) {
  for (int i = 0; i < l->n; i++) {
    double s = l->b[i];
    for (int j = 0; j < l->m; j++) s += l->w[i * l->m + j] * x[j];
    y[i] = tanh(s);
  }
}
void forward(const struct net *net, const double *x, double *y) {
  double hidden[8];
  dense(&net->first, x, hidden);
  dense(&net->second, hidden, y);
}
void forward_plain(double *net_first_w, double *net_first_b, int net_first_n, int net_first_m, double *net_second_w,
                   double *net_second_b, int net_second_n, int net_second_m, const double *x, double *y) {
  struct net net = {{net_first_w, net_first_b, net_first_n, net_first_m},
                    {net_second_w, net_second_b, net_second_n, net_second_m}, 1};
  forward(&net, x, y);
}

// raise: row_pointers --fix n=6,m=5 --shape a=6x5,x=5,y=6 ; native row_plain
void row_pointers(int n, int m, double **a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++) y[i] += a[i][j] * x[j];
  }
}
void row_plain(int n, int m, double *a, const double *x, double *y) {
  double *rows[6];
  for (int i = 0; i < n; i++) rows[i] = a + i * m;
  row_pointers(n, m, rows, x, y);
}

// raise: collide_and_push --fix n=8,steps=2 --shape f=9x8x8 ; grad ; optimised stablehlo.concatenate
void collide_and_push(double *f, double omega, int n, int steps) {
  static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  static const double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
  double *next = malloc(sizeof(double) * 9 * n * n);
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        double density = 0, ux = 0, uy = 0;
        for (int k = 0; k < 9; k++) {
          double here = f[(k * n + y) * n + x];
          density += here;
          ux += cx[k] * here;
          uy += cy[k] * here;
        }
        ux /= density;
        uy /= density;
        for (int k = 0; k < 9; k++) {
          double along = 3 * (cx[k] * ux + cy[k] * uy);
          double rest = weight[k] * density * (1 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
          int at = (k * n + (y + cy[k] + n) % n) * n + (x + cx[k] + n) % n;
          next[at] = f[(k * n + y) * n + x] + omega * (rest - f[(k * n + y) * n + x]);
        }
      }
    memcpy(f, next, sizeof(double) * 9 * n * n);
  }
  free(next);
}

// raise: pull --fix n=8 --shape f=5x8x8,g=5x8x8 ; grad
void pull(int n, const double *f, double *g) {
  static const int c[5][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      double in[5], sum = 0;
      for (int k = 0; k < 5; k++) {
        in[k] = f[(k * n + (y - c[k][1] + n) % n) * n + (x - c[k][0] + n) % n];
        sum += in[k] * in[k];
      }
      for (int k = 0; k < 5; k++) g[(k * n + y) * n + x] = 0.9 * in[k] + 0.1 * sum;
    }
}

// raise: scattered --fix n=12 --shape x=12,y=12 ; grad
void scattered(int n, const double *x, double *y) {
  // Two of these places are the same for some i: they stay in order.
  static const int shift[3] = {0, 5, 5};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) y[(i + shift[k]) % n] = x[i] * (k + 1) + y[i] * 0.5;
}

// raise: folded --fix n=12 --shape x=12,y=12 ; grad
void folded(int n, const double *x, double *y) {
  // Places that several iterations write.
  for (int i = 0; i < n; i++) y[(3 * i) % n] = x[i] * x[i];
}
