import java.time.LocalDate;

/** File name of an account statement. */
final class StatementName {
    private StatementName() {}

    static String of(String account, LocalDate closing) {
        return account + ".pdf";
    }
}
