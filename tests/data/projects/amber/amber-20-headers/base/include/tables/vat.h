#define VAT 19
