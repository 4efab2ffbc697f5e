import java.util.List;

final class PriceBookTest {
    public static void main(String[] args) {
        unknownPrice();
        twoSuppliers();
        System.out.println("ok");
    }

    static void unknownPrice() {
        PriceBook book = new PriceBook();
        book.add("linen", "2.50");
        check(List.of(), book.at("9.00"));
    }

    static void twoSuppliers() {
        PriceBook book = new PriceBook();
        book.add("linen", "2.50");
        book.add("twill", "2.5");
        check(List.of("linen", "twill"), book.at("2.50"));
    }

    static void check(Object want, Object got) {
        if (!want.equals(got)) {
            throw new AssertionError("wanted " + want + ", got " + got);
        }
    }
}
