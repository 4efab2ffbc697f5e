import java.time.LocalDate;

final class StatementNameTest {
    private static int failed = 0;

    private static void check(String closing, String expected) {
        String actual = StatementName.of("DE-0417", LocalDate.parse(closing));
        if (actual.equals(expected)) {
            System.out.println("ok   " + actual);
        } else {
            failed++;
            System.out.println("FAIL closing " + closing + ": expected " + expected + " but was " + actual);
        }
    }

    public static void main(String[] args) {
        check("2024-06-30", "DE-0417_2024-06-30.pdf");
        check("2024-01-31", "DE-0417_2024-01-31.pdf");
        check("2024-12-31", "DE-0417_2024-12-31.pdf");
        check("2021-12-31", "DE-0417_2021-12-31.pdf");
        System.out.println(failed == 0 ? "all passed" : failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
