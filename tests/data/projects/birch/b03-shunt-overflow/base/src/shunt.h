#ifndef SHUNT_H
#define SHUNT_H
#include <stdint.h>

/* Voltage over the shunt for a raw 12-bit reading, in millivolts. */
int32_t shunt_voltage(uint16_t raw);

#endif
