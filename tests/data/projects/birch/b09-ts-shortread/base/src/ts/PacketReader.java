package ts;

import java.io.IOException;
import java.io.InputStream;

/** Reads the 188-byte packets of an MPEG transport stream. */
public final class PacketReader {
    public static final int SIZE = 188;
    private static final int SYNC = 0x47;

    private final byte[] all;
    private int at;

    public PacketReader(InputStream in) throws IOException {
        all = in.readAllBytes();
    }

    /** The next packet, or null at the end of the stream. */
    public byte[] next() throws IOException {
        if (at + SIZE > all.length) return null;
        byte[] packet = java.util.Arrays.copyOfRange(all, at, at + SIZE);
        at += SIZE;
        if ((packet[0] & 0xFF) != SYNC) {
            throw new IOException(String.format("lost sync: packet starts with 0x%02X", packet[0]));
        }
        return packet;
    }
}
