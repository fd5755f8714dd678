package sparring.cosc322;

import static sparring.Checks.await;
import static sparring.Checks.claim;
import static sparring.Checks.claimHeard;
import static sparring.Checks.heard;
import static sparring.Checks.listen;
import static sparring.cosc322.TestServer.map;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import sparring.Checks;
import sparring.Engine;
import sparring.Settings;

/** CoscTest games ENGINE, faults ENGINE FAKE. */
public final class CoscTest {
    private static Path conf;

    private CoscTest() {
    }

    public static void main(String[] args) {
        Checks.run(String.join(" ", args), () -> {
            conf = Files.createTempFile("sparring", ".conf");
            System.setProperty("sparring.conf", conf.toString());
            Engine rules = new Engine(Settings.of(args[1]), System.err);
            if (args[0].equals("games")) {
                games(args[1], rules);
            } else {
                faults(args[1], args[2], rules);
            }
            rules.close();
            Files.delete(conf);
        });
    }

    private static void games(String engine, Engine rules) throws Exception {
        configure("engine = " + engine, "movetime = 15", "option Hash = 4");
        listen();
        TestServer server = new TestServer(rules, false, false);
        new SparringClient("Ann", "", "room", false).Go();
        new SparringClient("Bob", "", "room", false).Go();
        finish(server);
        claimHeard("game of Ann (Black, first) and Bob (White): I am Black");
        claimHeard("game of Ann (Black, first) and Bob (White): I am White");
        claim(!heard().contains("not legal") && !heard().contains("first legal"), "nothing to complain about");

        listen();
        server.again();
        finish(server);
        claim(!heard().contains("not legal") && !heard().contains("first legal"), "nor in the next game");

        listen();
        TestServer old = new TestServer(rules, true, true);
        new SparringClient("Ann", "", "room", false).Go();
        new SparringClient("Bob", "", "room", false).Go();
        finish(old);
        claim(!heard().contains("not legal") && !heard().contains("turn"), "own moves that come back are known");
    }

    private static void faults(String engine, String fake, Engine rules) throws Exception {
        configure("engine = /nowhere/amazons");
        listen();
        TestServer server = new TestServer(rules, false, false);
        new SparringClient("Ann", "", "room", false).Go();
        configure("engine = " + fake, "arguments = tires 3 " + engine, "movetime = 15");
        new SparringClient("Bob", "", "room", false).Go();
        finish(server);
        claimHeard("cannot start the engine [/nowhere/amazons]");
        claimHeard("playing the first legal move, ");
        claimHeard("ended with status 3 instead of answering 'go movetime 15'; it is started again");

        configure("engine = " + fake, "arguments = deaf", "movetime = 15");
        listen();
        TestServer quiet = new TestServer(rules, false, false);
        new SparringClient("Ann", "", "room", false).Go();
        configure("engine = " + fake, "arguments = foolish");
        new SparringClient("Bob", "", "room", false).Go();
        await(() -> quiet.moves.size() >= 4, "a deaf engine and a foolish one are replaced");
        claimHeard("does not answer 'go movetime 15'");
        claimHeard("the engine's move '1-50-x' is not legal in 3Q2Q3/");

        messages(engine, rules);
    }

    /** Messages that make no sense, while the engine thinks and after. */
    private static void messages(String engine, Engine rules) throws Exception {
        configure("engine = " + engine, "movetime = 600000");
        listen();
        TestServer server = new TestServer(rules, false, false);
        SparringClient client = new SparringClient("Ann", "", "room", false);
        client.Go();
        new SparringClient("Bob", "", "room", false).Go();
        await(() -> heard().contains("I am Black"), "the game begins");
        server.disturb(null, null);
        server.disturb("cosc322.game-state.textmessage", null);
        server.disturb("cosc322.game-state.board", null);
        server.disturb("cosc322.game-state.board", map("game-state", Collections.nCopies(121, 7)));
        server.disturb("cosc322.game-action.move", map("queen-position-current", square(10, 4)));
        server.disturb("cosc322.game-action.move", moveMessage(1, 4, 2, 4, 1, 4));
        server.disturb("cosc322.game-action.start", null);
        await(() -> heard().contains("I, Ann, watch"), "a game of others");
        claimHeard("a board that is not 121 numbers 0..3 is ignored: null");
        claimHeard("a move without three squares on the board is ignored");
        claimHeard("a move out of turn is ignored: d1-d2/d1");
        claim(server.moves.isEmpty(), "an answer that is wanted no more is not sent");

        server.disturb("cosc322.game-action.start", map("player-black", "Bob", "player-white", "Ann"));
        server.disturb("cosc322.game-action.move", moveMessage(10, 4, 1, 1, 9, 9));
        await(() -> heard().contains("the opponent's move d10-a1/i9 is not legal: the queen cannot go there"),
                "an illegal move is told");
        server.disturb("cosc322.game-state.userlost", null);
        await(() -> heard().contains("the server says that a player lost: null"), "the end of the game");

        Board board = Board.initial();
        board.play(Move.parse("d10-d7/g7"));
        String fen = board.fen(Board.WHITE);
        claim(fen.equals("6Q3/10/10/Q2Q2*2Q/10/10/q8q/10/10/3q2q3 b - - 0 1"), fen);
        claim(board.problem(Move.parse("d1-d6/d1"), Board.WHITE) == null, "an arrow back to where the queen stood");
        claim(board.problem(Move.parse("d1-d8/d9"), Board.WHITE) != null, "no jumps");
        claim(board.problem(Move.parse("d1-d1/d2"), Board.WHITE) != null, "a queen must move");
        claim(Move.parse("d11-d1/d2") == null && Move.parse("none") == null && Move.parse("") == null, "no moves");
    }

    private static void finish(TestServer server) throws InterruptedException {
        await(() -> server.result != null, "the game ends");
        await(() -> heard().contains("I have no move left: the game is lost"), "the loser says so");
        await(() -> heard().contains("the opponent has no move left: the game is won"), "the winner says so");
        claim(server.moves.size() > 20, server.moves.size() + " moves");
    }

    private static void configure(String... lines) throws Exception {
        Files.write(conf, Arrays.asList(lines));
    }

    private static java.util.Map<String, Object> moveMessage(int... numbers) {
        return map("queen-position-current", square(numbers[0], numbers[1]), "queen-position-next",
                square(numbers[2], numbers[3]), "arrow-position", square(numbers[4], numbers[5]));
    }

    private static List<Integer> square(int row, int column) {
        return new ArrayList<>(Arrays.asList(row, column));
    }
}
