package sparring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;

/** Empties an engine's output into a queue, so that the engine never waits for us; then adds a last line. */
final class Reader implements Runnable {
    private final InputStream output;
    private final BlockingQueue<String> lines;
    private final String last;

    Reader(InputStream output, BlockingQueue<String> lines, String last) {
        this.output = output;
        this.lines = lines;
        this.last = last;
    }

    @Override
    public void run() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line.trim());
            }
        } catch (IOException e) {
            // The end, as far as we are concerned.
        }
        lines.add(last);
    }
}
