package sparring;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A UGI engine (docs/protocol.md) in a process of its own, which is started when it is first needed and again after
 * it died. One thread asks; stop() and close() may come from any thread at any time. What goes wrong is told on the
 * log; no method throws because of the engine or waits for it without end.
 */
public final class Engine implements Closeable {
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1;
        /** Whether a second attempt may go better. */
        final boolean passing;

        Failure(String message, boolean passing) {
            super(message);
            this.passing = passing;
        }
    }

    // A virus scanner or a network drive may take seconds over a new program.
    private static final long START_MILLIS = 20_000;
    private static final long REPLY_MILLIS = 10_000;
    /** For an answer after `stop`, and what a search may be late. */
    private static final long GRACE_MILLIS = 1_500;

    // Marks among the engine's lines, told apart by identity.
    private static final String ENDED = new String("ended");
    private static final String STOPPED = new String("stopped");

    private final Settings settings;
    private final PrintStream log;
    private final Map<String, String> options = new TreeMap<>();
    private final Object lock = new Object();
    private final Thread killer = new Thread(this::end, "sparring-engine-killer");

    // Under the lock.
    private Process process;
    private OutputStream input;
    private boolean stopped;
    private boolean searching;
    private boolean closed;

    private BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private String complained = "";
    private Answer.Score score = Answer.Score.NONE;

    public Engine(Settings settings, PrintStream log) {
        this.settings = settings;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** Sets an option at every start to come, unless the user's settings set it. */
    public void option(String name, String value) {
        options.put(name, value);
    }

    /** To be called when a new move is asked for. Whether stop() came since the last ask() ended; forgets it. */
    public boolean begin() {
        synchronized (lock) {
            boolean before = stopped;
            stopped = false;
            return before;
        }
    }

    /** Makes ask() return soon. Without a search under way, the next one ends at once unless begin() comes first. */
    public void stop() {
        synchronized (lock) {
            stopped = true;
            lines.add(STOPPED);
            if (searching) {
                try {
                    write("stop");
                } catch (IOException e) {
                    // ask() sees the end of the process.
                }
            }
        }
    }

    /**
     * The engine's move in a position (`startpos ..` or `fen ..`) under `go` limits, null if there is none to be had.
     * An engine that dies is started a second time. `millis`: when to call the search off, 0 for only on stop().
     */
    public Answer ask(String position, String limits, long millis) {
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                start();
                Answer answer = search(position, limits, millis);
                complained = "";
                begin();
                return answer;
            } catch (Failure failure) {
                kill();
                if (isClosed()) {
                    return null;
                }
                boolean again = attempt == 1 && failure.passing && !isStopped();
                complain(failure.getMessage() + (again ? "; it is started again" : ""));
                if (!again) {
                    break;
                }
            }
        }
        begin();
        return null;
    }

    /** The words after `response`, null if the engine failed. */
    public List<String> query(String position, String what) {
        try {
            start();
            send("position " + position);
            send("query " + what);
            String line = await("query " + what, "response", REPLY_MILLIS);
            List<String> words = new ArrayList<>();
            Collections.addAll(words, line.split("\\s+"));
            return words.subList(1, words.size());
        } catch (Failure failure) {
            kill();
            complain(failure.getMessage());
            return null;
        }
    }

    /** Tells the log, unless it was the last thing told. */
    public void complain(String message) {
        if (!message.equals(complained)) {
            log.println("sparring: " + message);
        }
        complained = message;
    }

    @Override
    public void close() {
        Process last;
        synchronized (lock) {
            closed = true;
            last = process;
            if (last != null) {
                try {
                    write("quit");
                    input.close();
                } catch (IOException e) {
                    // It is gone already.
                }
            }
        }
        try {
            if (last != null) {
                last.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException e) {
            // The machine is shutting down, and the hook with it.
        }
    }

    private void start() throws Failure {
        synchronized (lock) {
            if (closed) {
                throw new Failure("the engine was closed", false);
            }
            if (process != null && process.isAlive()) {
                return;
            }
            lines = new LinkedBlockingQueue<>();
            if (stopped) {
                lines.add(STOPPED);
            }
            List<String> command = settings.command();
            try {
                process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            } catch (IOException e) {
                throw new Failure("cannot start the engine " + command + ": " + e.getMessage() + " (working directory "
                        + new File("").getAbsolutePath() + "; " + settings.advice() + ")", false);
            }
            input = process.getOutputStream();
        }
        Thread reader = new Thread(new Reader(process.getInputStream(), lines, ENDED), "sparring-engine-reader");
        reader.setDaemon(true);
        reader.start();
        send("ugi");
        await("ugi", "ugiok", START_MILLIS);
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(options);
        all.putAll(settings.options());
        for (Map.Entry<String, String> option : all.entrySet()) {
            send("setoption name " + option.getKey() + " value " + option.getValue());
        }
        send("isready");
        await("isready", "readyok", START_MILLIS);
    }

    private Answer search(String position, String limits, long millis) throws Failure {
        send("position " + position);
        score = Answer.Score.NONE;
        boolean brief;
        synchronized (lock) {
            // The engine would not hear a stop before `go`: then a depth that is done at once stands for it.
            brief = stopped;
            lines.removeIf(line -> line == STOPPED);
            send(brief ? "go depth 1" : "go " + limits);
            searching = true;
        }
        try {
            String line = await("go " + limits, "bestmove", brief ? GRACE_MILLIS : millis);
            String[] words = line.split("\\s+");
            return new Answer(words.length > 1 ? words[1] : "", score);
        } finally {
            synchronized (lock) {
                searching = false;
            }
        }
    }

    /** The line that begins with the word. `millis` 0: waits until stop() and a little longer. */
    private String await(String question, String word, long millis) throws Failure {
        boolean late = false;
        long deadline = millis == 0 ? Long.MAX_VALUE : now() + millis;
        while (true) {
            String line;
            try {
                line = lines.poll(deadline - now(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted while the engine thought about '" + question + "'", false);
            }
            if (line == STOPPED) {
                deadline = Math.min(deadline, now() + GRACE_MILLIS);
            } else if (line == ENDED) {
                throw new Failure("the engine " + settings.command() + ended() + " instead of answering '" + question
                        + "'", true);
            } else if (line == null && word.equals("bestmove") && !late) {
                late = true;
                send("stop");
                deadline = now() + GRACE_MILLIS;
            } else if (line == null) {
                throw new Failure("the engine " + settings.command() + " does not answer '" + question + "'", false);
            } else if (line.equals(word) || line.startsWith(word + " ")) {
                return line;
            } else {
                heed(line);
            }
        }
    }

    /** What comes unasked: scores, errors. */
    private void heed(String line) {
        if (line.startsWith("info string error")) {
            complain("the engine says: " + line.substring("info string ".length()));
        } else if (line.startsWith("info ")) {
            score = Answer.Score.of(line, score);
        }
    }

    private String ended() {
        Process last;
        synchronized (lock) {
            last = process;
        }
        try {
            if (last != null && last.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                return " ended with status " + last.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return " closed its output";
    }

    private boolean isStopped() {
        synchronized (lock) {
            return stopped;
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private void send(String line) throws Failure {
        synchronized (lock) {
            try {
                if (process == null) {
                    throw new IOException("killed");
                }
                write(line);
            } catch (IOException e) {
                throw new Failure("the engine " + settings.command() + ended() + " before '" + line + "'", true);
            }
        }
    }

    private void write(String line) throws IOException {
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** For good: whoever is asking must not start it again while Java ends. */
    private void end() {
        synchronized (lock) {
            closed = true;
            kill();
        }
    }

    private void kill() {
        synchronized (lock) {
            if (process != null) {
                process.destroyForcibly();
                process = null;
            }
        }
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
