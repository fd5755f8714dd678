package sparring;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What may be chosen without compiling: the file sparring.conf beside the adapter's jar, or the one that
 * -Dsparring.conf=FILE names. Lines are `engine = PATH`, `arguments = WORDS`, `movetime = MS`, `option NAME = VALUE`;
 * `#` begins a comment line. Values are taken as they are: backslashes of Windows and blanks need no care.
 */
public final class Settings {
    private final List<String> command = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final File home;
    private long moveTime;

    private Settings(File home) {
        this.home = home;
    }

    /** Settings without a file, for programs that know what they want. */
    public static Settings of(String... command) {
        Settings settings = new Settings(new File("."));
        settings.command.addAll(Arrays.asList(command));
        return settings;
    }

    /**
     * Reads the file if there is one; `program`, in the folder of the adapter or on the path, is the engine otherwise.
     * Lines that cannot be used are told on the log and skipped.
     */
    public static Settings load(String program, Class<?> adapter, PrintStream log) {
        String named = System.getProperty("sparring.conf");
        File file = named != null ? new File(named) : new File(folder(adapter), "sparring.conf");
        Settings settings = new Settings(file.getAbsoluteFile().getParentFile());
        if (named != null || file.isFile()) {
            try {
                settings.read(Files.readAllLines(file.toPath(), StandardCharsets.UTF_8), file, log);
            } catch (IOException e) {
                log.println("sparring: cannot read " + file + ": " + e);
            }
        }
        if (settings.command.isEmpty() || settings.command.get(0).isEmpty()) {
            String found = settings.find(program);
            settings.command.removeAll(Collections.singleton(""));
            settings.command.add(0, found);
        }
        return settings;
    }

    public List<String> command() {
        return Collections.unmodifiableList(command);
    }

    public Map<String, String> options() {
        return Collections.unmodifiableMap(options);
    }

    /** ms for a move, or `otherwise`. */
    public long moveTime(long otherwise) {
        return moveTime > 0 ? moveTime : otherwise;
    }

    /** What to do about an engine that is not found. */
    String advice() {
        return "put it into " + home + " or write 'engine = PATH' into " + new File(home, "sparring.conf");
    }

    private void read(List<String> lines, File file, PrintStream log) {
        String engine = "";
        List<String> arguments = Collections.emptyList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replace("\uFEFF", "").trim();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            String key = (equals < 0 ? line : line.substring(0, equals)).trim();
            String value = equals < 0 ? "" : line.substring(equals + 1).trim();
            if (key.equals("engine") && !value.isEmpty()) {
                engine = absolute(value);
            } else if (key.equals("arguments")) {
                arguments = value.isEmpty() ? Collections.<String>emptyList() : Arrays.asList(value.split("\\s+"));
            } else if (key.equals("movetime") && value.matches("[1-9][0-9]{0,8}")) {
                moveTime = Long.parseLong(value);
            } else if (key.startsWith("option ") && equals >= 0) {
                options.put(key.substring("option ".length()).trim(), value);
            } else {
                log.println("sparring: " + file + ":" + (i + 1) + ": cannot use '" + line
                        + "'; expected 'engine = PATH', 'arguments = WORDS', 'movetime = MS' or 'option NAME = VALUE'");
            }
        }
        command.add(engine);
        command.addAll(arguments);
    }

    /** A path is meant from the file's folder; a bare name that is not there is left to the system's path. */
    private String absolute(String path) {
        File file = new File(path);
        File here = new File(home, path);
        return file.isAbsolute() || (file.getParent() == null && !here.isFile()) ? path : here.getPath();
    }

    private String find(String program) {
        boolean windows = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        File beside = new File(home, windows ? program + ".exe" : program);
        return beside.isFile() ? beside.getPath() : program;
    }

    /** Where the jar (or the tree of classes) lies that the adapter was loaded from. */
    private static File folder(Class<?> adapter) {
        CodeSource source = adapter.getProtectionDomain().getCodeSource();
        try {
            if (source != null && source.getLocation() != null) {
                File place = new File(source.getLocation().toURI());
                return place.isDirectory() ? place : place.getParentFile();
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            // Not a file: look in the working directory.
        }
        return new File(".").getAbsoluteFile().getParentFile();
    }
}
