package sparring;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/** What the adapters' tests share: claims, and what was written to stderr. */
public final class Checks {
    private static final PrintStream CONSOLE = System.err;
    private static final ByteArrayOutputStream HEARD = new ByteArrayOutputStream();
    private static int failures;

    private Checks() {
    }

    /** A test's body. */
    public interface Body {
        void run() throws Exception;
    }

    /** Runs it and ends the program, whatever threads are left, with what CTest looks at. */
    public static void run(String what, Body body) {
        try {
            body.run();
        } catch (Exception e) {
            failures++;
            e.printStackTrace(CONSOLE);
        }
        CONSOLE.println((failures == 0 ? "ok: " : "FAILED: ") + what);
        System.exit(failures == 0 ? 0 : 1);
    }

    /** From here on stderr is kept for heard(). */
    public static void listen() {
        HEARD.reset();
        System.setErr(new PrintStream(HEARD, true));
    }

    public static String heard() {
        return HEARD.toString();
    }

    public static void claim(boolean holds, String what) {
        if (!holds) {
            failures++;
            CONSOLE.println("FAILED: " + what + (HEARD.size() > 0 ? "\n  stderr was: " + heard() : ""));
        }
    }

    public static void claimHeard(String words) {
        claim(heard().contains(words), "stderr says '" + words + "'");
    }

    /** Waits for what must come; far longer than any machine needs. */
    public static void await(BooleanSupplier event, String what) throws InterruptedException {
        for (int i = 0; i < 6000 && !event.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        claim(event.getAsBoolean(), what);
    }
}
