import java.math.BigDecimal;

public class GrainTest {
    static void same(Object want, Object got, String what) {
        if (!want.equals(got)) {
            throw new AssertionError(what + ": expected " + want + " got " + got);
        }
        System.out.println("ok " + what);
    }

    public static void main(String[] args) {
        Tariff t = new Tariff().fee("14.5", 310).fee("15.0", 420).fee("16", 560);
        same(310, t.feeFor(new BigDecimal("14.5")), "typed in by hand");
        same(310, t.feeFor(new BigDecimal("14.50")), "as the probe arm sends it");
        same(560, t.feeFor(BigDecimal.valueOf(32).divide(BigDecimal.valueOf(2))), "computed mean");
        same("[14.5, 15.0, 16]", t.classes().toString(), "classes in the order of the price list");
    }
}
