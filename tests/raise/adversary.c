// Loops as nobody should write them.
// raise: a1 --fix n=7 --shape x=7
// raise: a1 --shape x=7 ; n 7
// raise: a2 --fix n=9 --shape x=9
// raise: a2 --shape x=9 ; n 9
// raise: a3 --fix n=9 --shape x=9
// raise: a4 --shape k=9 ; n 9 ; ints 1000
// raise: a5 --shape x=9 ; n 9
// raise: a5 --fix n=9 --shape x=9
// raise: a6 --fix n=9 --shape x=9
// raise: a6 --shape x=9 ; n 9
// raise: a7 --shape x=9 ; n 7
// raise: a7 --fix n=8 --shape x=9
// raise: a8 --fix n=9 --shape x=9 ; ints 120
// raise: a9 --fix n=9 --shape x=9
// raise: a9 --shape x=9 ; n 9
// raise: b1 ; n 360
// raise: b2 --fix n=6 --shape x=6
// raise: b2 --shape x=6 ; n 6
// raise: b3 --shape x=6 ; n 6 ; k 1
// raise: b3 --shape x=6 ; n 6 ; k 3
// raise: b3 --shape x=6 ; n 6 ; k 9
// raise: b4 --fix n=5 --shape a=5x5,b=5x5
// raise: b5 --shape x=9 ; n 9
// raise: b5 --fix n=9 --shape x=9
// raise: b6 --fix n=9 --shape x=9
// raise: b7 --shape x=9 ; n 9
// raise: b8 --fix n=9 --shape x=9
// raise: b9 --fix n=9 --shape x=9 ; loops
#include <stddef.h>
#include <math.h>
double a1(int n, const double *x) { double s=0; for (int i=0;i<n;i++) for (int j=n;j>i;j-=2) s+=x[i]*x[j-1]*(j-i); return s; }
int a2(int n, const double *x) { int i=0; while (i<n && x[i]<1.5) ++i; return i; }
double a3(int n, const double *x) { double p=0,q=1; for (int i=0;i<n;i++){ double t=p; p=q; q=t+x[i]; } return p-2*q; }
long a4(int n, const int *k) { long s=0; for (int i=0;i<n;i++){ int v=k[i]; if (v&1) s+=v<<2; else s-=v>>1; s^=i; } return s; }
double a5(size_t n, const double *x) { double s=0; for (size_t i=n; i>0; --i) s=s*0.9+x[i-1]; return s; }
void a6(int n, double *x) { for (int i=0, j=n-1;i<j;i++,j--){ double t=x[i]; x[i]=x[j]; x[j]=t; } }
double a7(int n, const double *x) { double m=-1; int c=0; do { if (x[c]>m) m=x[c]; c+=3; } while (c<n); return m+c; }
unsigned char a8(int n, const unsigned char *x) { unsigned char s=0; for (int i=0;i<n;i++) s+=x[i]*100; return s; }
double a9(int n, const double *x) { double s=0; for (unsigned char i=0;i<n;i++) s+=x[i]; for (short k=3;k<n;k+=2) s*=x[k]; return s; }
int b1(int n) { int c=0; for (long i=2;i*i<=n;i++) while(n%i==0){n/=i;c++;} return c+(n>1); }
double b2(int n, const double *x) { double s=0; for (int i=0;i<n;i++){ if (x[i]>1.9) return -1; for (int j=0;j<i;j++){ if (x[j]>x[i]) goto out; s+=x[j]; } } out: return s; }
double b3(int n, int k, const double *x) { switch(k){case 0: return x[0]; case 1: {double s=0; for(int i=0;i<n;i++)s+=x[i]; return s;} case 2: case 3: return x[k]; default: return -x[n-1];} }
void b4(int n, const double *a, double *b) { int k=0; for (int i=0;i<n;i++) for (int j=0;j<n;j++) b[k++]=a[j*n+i]; }
double b5(int n, const double *x) { double s=0; for (int i=n;i--;) s+= i%2? x[i]:-x[i]; return s; }
float b6(int n, const float *x) { float s=0; for (int i=0;i<n;i++) s+= x[i]>0? logf(x[i]) : 0; return s; }
double b7(int n, const double *x) { int lo=0, hi=n; while(lo<hi){int mid=(lo+hi)/2; if(x[mid]<1.2) lo=mid+1; else hi=mid;} return lo; }
void b8(int n, double *x){ for (int s=1;s<n;s*=2) for (int i=0;i+s<n;i+=2*s) x[i]+=x[i+s]; }
double b9(int n, const double *x){ double best=0; for(int i=0;i<n;i++){ double r=0; for(int j=i;j<n;j++){ r+=x[j]-1.2; if(r>best) best=r; } } return best; }
