import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Which cloth costs how much a metre. */
final class PriceBook {
    private record Entry(String cloth, BigDecimal price) {}

    private final List<Entry> entries = new ArrayList<>();

    void add(String cloth, String price) {
        entries.add(new Entry(cloth, new BigDecimal(price)));
    }

    /** Cloths at that price, in the order they were added. */
    List<String> at(String price) {
        List<String> found = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.price().compareTo(new BigDecimal(price)) == 0) {
                found.add(entry.cloth());
            }
        }
        return found;
    }
}
