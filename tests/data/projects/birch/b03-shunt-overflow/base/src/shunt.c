#include "shunt.h"

#define ADC_STEPS 4096
#define VREF_MV 3300

int32_t shunt_voltage(uint16_t raw)
{
    return raw * VREF_MV / ADC_STEPS;
}
