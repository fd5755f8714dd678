package sparring.tue;

import static sparring.Checks.await;
import static sparring.Checks.claim;
import static sparring.Checks.claimHeard;
import static sparring.Checks.heard;
import static sparring.Checks.listen;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Random;
import nl.tue.s2id90.draughts.DraughtsState;
import nl.tue.s2id90.draughts.player.DraughtsPlayer;
import org10x10.dam.game.Move;
import sparring.Checks;
import sparring.Engine;
import sparring.Settings;

/** TueTest game international|killer ENGINE, faults ENGINE FAKE, leave ENGINE FAKE FILE. */
public final class TueTest {
    /** Two white kings can capture the black one; killer draughts leaves each of them one square behind it. */
    private static final String KINGS = "fen W:WK46,K48:BK37";

    private TueTest() {
    }

    public static void main(String[] args) {
        Checks.run(String.join(" ", args), () -> {
            switch (args[0]) {
                case "game":
                    game(args[1], args[2]);
                    break;
                case "faults":
                    faults(args[1], args[2]);
                    break;
                default:
                    leave(args[1], args[2], args[3]);
                    break;
            }
        });
    }

    /** Whole games through the plug-in as the platform finds it, against a player that moves at random. */
    private static void game(String variant, String engine) throws Exception {
        Path log = Files.createTempFile("sparring", ".log");
        Path conf = Files.createTempFile("sparring", ".conf");
        Files.write(conf, Arrays.asList("# a comment", "engine = " + engine, "option Log File = " + log,
                "option Hash = 4", "hash = 4"));
        System.setProperty("sparring.conf", conf.toString());
        listen();
        DraughtsPlayer player = new SparringPlugin().getPlayers().get(0);
        claimHeard(conf + ":5: cannot use 'hash = 4'");
        Engine rules = rules(engine, variant);
        TestPlatform platform = new TestPlatform();
        listen();
        Random random = new Random(5);
        DraughtsPlayer other = new DraughtsPlayer() {
            @Override
            public Move getMove(DraughtsState state) {
                return state.getMoves().get(random.nextInt(state.getMoves().size()));
            }
        };
        TestState state = new TestState(rules, "startpos");
        int moves = platform.play(player, other, state, 25, TestPlatform.WHOLE_GAME);
        claim(moves > 40 && state.isEndState() && !state.isWhiteToMove(), "White beats random moves: " + moves);
        claim(player.getValue() == null || player.getValue() > 0, "the value is White's: " + player.getValue());
        state = new TestState(rules, "startpos");
        moves = platform.play(other, player, state, 25, 40);
        claim(moves > 20, "a game as Black: " + moves);
        claim(player.getValue() == null || player.getValue() < 0, "the value is White's: " + player.getValue());

        TestState kings = new TestState(rules, KINGS);
        int choices = kings.getMoves().size();
        claim(choices == (variant.equals("killer") ? 2 : 9), variant + " has " + choices + " captures");
        platform.ask(player, kings, 200);
        claim(Integer.valueOf(SparringPlayer.WIN).equals(player.getValue()), "a won game: " + player.getValue());
        claim(heard().isEmpty(), "nothing to complain about");
        String said = new String(Files.readAllBytes(log));
        claim(said.contains("setoption name Variant value killer") == variant.equals("killer"), "variant in " + log);
        Files.delete(log);
        Files.delete(conf);
        rules.close();
    }

    private static void faults(String engine, String fake) throws Exception {
        Engine rules = rules(engine, "international");
        TestPlatform platform = new TestPlatform();
        TestState start = new TestState(rules, "startpos");
        Path file = Files.createTempFile("sparring", ".pid");

        settings();
        listen();
        SparringPlayer good = new SparringPlayer(Settings.of(engine));
        platform.ask(good, start, 50);
        TestState clone = start.clone();
        Move[] answer = new Move[1];
        good.stop();  // late for the last move, or too early for this one: nobody calls it again
        Thread worker = new Thread(() -> answer[0] = good.getMove(clone));
        worker.start();
        worker.join(60_000);
        claim(answer[0] != null && good.getValue() != null, "a stop() between moves is not waited for again");
        Thread patient = new Thread(() -> answer[0] = good.getMove(clone));
        patient.start();
        patient.join(300);
        claim(patient.isAlive(), "without stop() the engine goes on thinking");
        good.stop();
        patient.join(60_000);
        claim(!patient.isAlive(), "stop() ends the search");
        for (int i = 0; i < 20; i++) {  // stop() at every moment of getMove, again and again
            Thread hurried = new Thread(() -> answer[0] = good.getMove(clone));
            hurried.start();
            await(() -> {
                good.stop();
                return !hurried.isAlive();
            }, "a hurried move");
        }
        claim(heard().isEmpty(), "nothing to complain about");

        listen();
        platform.ask(new SparringPlayer(Settings.of("/nowhere/draughts")), start, 50);
        claimHeard("cannot start the engine [/nowhere/draughts]");
        claimHeard("playing the first legal move, 31-26");

        listen();
        platform.ask(new SparringPlayer(Settings.of(fake, "mute", file.toString())), start, 500);
        claimHeard("does not answer 'ugi'");

        listen();
        platform.ask(new SparringPlayer(Settings.of(fake, "deaf")), start, 50);
        claimHeard("does not answer 'go infinite'");

        listen();
        platform.ask(new SparringPlayer(Settings.of(fake, "dies")), start, 10_000);
        claimHeard("ended with status 3 instead of answering 'go infinite'; it is started again");
        claimHeard("playing the first legal move");

        listen();
        platform.ask(new SparringPlayer(Settings.of(fake, "foolish")), start, 10_000);
        claimHeard("the engine's move '1-50-x' is none of the platform's 9 in W:W31,");

        listen();
        SparringPlayer tired = new SparringPlayer(Settings.of(fake, "tires", "3", engine));
        TestState state = new TestState(rules, "startpos");
        int moves = platform.play(tired, tired, state, 20, 16);
        claim(moves == 16, "the game goes on after the engine died: " + moves);
        claimHeard("ended with status 3 instead of answering 'go infinite'; it is started again");
        claim(heard().contains("started again" + System.lineSeparator() + "sparring: the engine"),
                "the second attempt succeeds where stop() leaves it the time");

        listen();
        Process child = new ProcessBuilder(Paths.get(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "sparring.tue.TueTest", "leave", engine, fake, file.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        claim(child.waitFor() == 0, "a platform that ends in mid-search");
        long pid = Long.parseLong(Files.readAllLines(file).get(0));
        await(() -> ProcessHandle.of(pid).map(handle -> !handle.isAlive()).orElse(true), "the engine ends with it");
        Files.delete(file);
        rules.close();
    }

    /** Where the engine is looked for. */
    private static void settings() throws Exception {
        Path folder = Files.createTempDirectory("sparring");
        Path conf = folder.resolve("sparring.conf");
        Path beside = Files.createFile(folder.resolve("draughts"));
        System.setProperty("sparring.conf", conf.toString());
        Files.write(conf, Arrays.asList("engine = C:\\my programs\\draughts.exe", "arguments = -a  b"));
        Settings settings = Settings.load("draughts", TueTest.class, System.err);
        claim(settings.command().equals(Arrays.asList("C:\\my programs\\draughts.exe", "-a", "b")),
                "Windows' paths stand as they are: " + settings.command());
        Files.write(conf, Arrays.asList("\uFEFFmovetime = 70", "arguments = -c"));
        settings = Settings.load("draughts", TueTest.class, System.err);
        claim(settings.command().equals(Arrays.asList(beside.toString(), "-c")), "beside: " + settings.command());
        claim(settings.moveTime(0) == 70, "a byte order mark does not matter");
        Files.delete(beside);
        settings = Settings.load("draughts", TueTest.class, System.err);
        claim(settings.command().get(0).equals("draughts"), "on the path: " + settings.command());
        System.clearProperty("sparring.conf");
        Files.delete(conf);
        Files.delete(folder);
    }

    /** A platform that exits while the engine, which hears nothing, is asked. */
    private static void leave(String engine, String fake, String file) throws Exception {
        Files.write(Paths.get(file), new byte[0]);
        SparringPlayer player = new SparringPlayer(Settings.of(fake, "mute", file));
        TestState start = new TestState(rules(engine, "international"), "startpos");
        Thread worker = new Thread(() -> player.getMove(start));
        worker.start();
        await(() -> Paths.get(file).toFile().length() > 0, "the engine runs");
        System.exit(0);
    }

    private static Engine rules(String engine, String variant) {
        Engine rules = new Engine(Settings.of(engine), System.err);
        rules.option("Variant", variant);
        return rules;
    }
}
