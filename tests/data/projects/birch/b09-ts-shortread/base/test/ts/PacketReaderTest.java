package ts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

public final class PacketReaderTest {
    static byte[] stream(int packets) {
        byte[] b = new byte[packets * PacketReader.SIZE];
        for (int i = 0; i < b.length; i++) {
            int k = i % PacketReader.SIZE;
            b[i] = (byte) (k == 0 ? 0x47 : k < 4 ? i / PacketReader.SIZE : 0xA0 + k % 16);
        }
        return b;
    }

    /** Hands out what one datagram of the tuner holds at a time: five packets and a half. */
    static final class Tuner extends InputStream {
        private final InputStream air;
        private int left = 1034;
        Tuner(byte[] b) { air = new ByteArrayInputStream(b); }
        @Override public int read() { throw new UnsupportedOperationException("byte by byte is too slow for a tuner"); }
        @Override public int available() { return left; }
        @Override public int read(byte[] b, int off, int len) throws IOException {
            if (left == 0) left = 1034;
            int n = air.read(b, off, Math.min(len, left));
            if (n > 0) left -= n;
            if (System.getProperty("trace") != null) System.out.println("read(len=" + len + ") -> " + n);
            return n;
        }
    }

    /** Must never be drained: a live stream has no end. */
    static final class Live extends InputStream {
        private final byte[] one = stream(1);
        private int at;
        @Override public int read() {
            if (at > 100 * one.length) throw new IllegalStateException("read far ahead of the caller");
            return one[at++ % one.length] & 0xFF;
        }
    }

    static void check(String name, int want, InputStream in, int most) {
        try {
            PacketReader r = new PacketReader(in);
            int got = 0;
            for (byte[] p = r.next(); p != null && got < most; p = r.next()) {
                if ((p[3] & 0xFF) != got && most == Integer.MAX_VALUE) throw new IOException("packet " + got + " carries number " + p[3]);
                got++;
            }
            report(name, got == want ? null : "wanted " + want + " packets, got " + got);
        } catch (Exception e) {
            report(name, e.toString());
        }
    }

    static int bad;

    static void report(String name, String trouble) {
        System.out.println(trouble == null ? "ok    " + name : "FAIL  " + name + ": " + trouble);
        if (trouble != null) bad++;
    }

    public static void main(String[] args) {
        check("file", 20, new ByteArrayInputStream(stream(20)), Integer.MAX_VALUE);
        check("empty", 0, new ByteArrayInputStream(new byte[0]), Integer.MAX_VALUE);
        check("live stream, first three", 3, new Live(), 3);
        check("tuner", 20, new Tuner(stream(20)), Integer.MAX_VALUE);
        System.exit(bad == 0 ? 0 : 1);
    }
}
