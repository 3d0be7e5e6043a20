// A controller as a state machine: each tick the state decides the dynamics and the next state.
#include <math.h>

enum mode { IDLE, HEATING, COOLING, HOLD };

double thermostat(double temp, double gain, double setpoint, int ticks) {
    enum mode mode = IDLE;
    double cost = 0.0, integral = 0.0;
    int held = 0;
    for (int t = 0; t < ticks; ++t) {
        double error = setpoint - temp;
        switch (mode) {
        case IDLE:
            temp += 0.05 * (15.0 - temp);
            mode = error > 0.5 ? HEATING : error < -0.5 ? COOLING : HOLD;
            break;
        case HEATING:
            temp += gain * error + 0.01 * error * error;
            cost += 2.0 * gain * error;
            if (error < 0.8)
                mode = HOLD;
            break;
        case COOLING:
            temp -= 0.5 * gain * sqrt(-error);
            cost += 0.7;
            if (error > -0.8)
                mode = HOLD;
            break;
        case HOLD:
            integral = 0.8 * integral + error;
            temp += 0.1 * gain * integral - 0.3;
            if (++held > 4) {
                held = 0;
                mode = IDLE;
            }
            break;
        }
    }
    return cost + (temp - setpoint) * (temp - setpoint) + integral;
}
// check: double thermostat(double temp = 17.0, double gain = 0.35, double setpoint = 21.3, int ticks = 24)
// value: 16.606290465479269
// expect: temp = -1.6025466444999132, gain = -5.837539497411913, setpoint = 1.8841235896457984
// check: double thermostat(double temp = 26.0, double gain = 0.35, double setpoint = 21.3, int ticks = 24)
// value: 12.787290852072514
// expect: temp = -1.279770775537425, gain = 19.979346626233315, setpoint = 1.4531664918793759
