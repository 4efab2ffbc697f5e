import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** Drying fee in cents per tonne by moisture class. */
public class Tariff {
    private final Map<BigDecimal, Integer> fees = new TreeMap<>();

    public Tariff fee(String moisture, int cents) {
        fees.put(new BigDecimal(moisture), cents);
        return this;
    }

    public int feeFor(BigDecimal moisture) {
        return fees.get(moisture);
    }
}
