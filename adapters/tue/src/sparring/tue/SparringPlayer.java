package sparring.tue;

import java.util.List;
import nl.tue.s2id90.draughts.DraughtsState;
import nl.tue.s2id90.draughts.player.DraughtsPlayer;
import org10x10.dam.game.Move;
import sparring.Answer;
import sparring.Engine;
import sparring.Settings;

/**
 * A player of AICompetition whose moves come from a draughts engine. The platform tells nobody its time limit: the
 * engine thinks until stop(). Whatever the engine does, the answer is one of the platform's own moves.
 */
public class SparringPlayer extends DraughtsPlayer {
    /** What getValue() says of a proved win. */
    static final int WIN = 10_000;

    /** ms, OfflineTournament's. */
    private static final long SHORTEST_LIMIT = 200;

    private final Settings settings;
    private final Engine engine;
    private boolean prepared;
    private volatile Integer value;
    // ms; begun is 0 while nothing is asked.
    private volatile long begun;
    private volatile long usualTime = SHORTEST_LIMIT;

    public SparringPlayer() {
        this(Settings.load("draughts", SparringPlayer.class, System.err));
    }

    SparringPlayer(Settings settings) {
        this.settings = settings;
        engine = new Engine(settings, System.err);
    }

    @Override
    public String getName() {
        return "Sparring";
    }

    /** In hundredths of a man, positive for White as in the course's examples; null if the engine did not say. */
    @Override
    public Integer getValue() {
        return value;
    }

    @Override
    public void stop() {
        long since = begun;
        if (since != 0) {
            usualTime = Math.max(1, now() - since);
        }
        engine.stop();
    }

    /** One of state.getMoves(); null only if there are none. */
    @Override
    public synchronized Move getMove(DraughtsState state) {
        // A stop() before getMove was late for the last move, or early for this one where the platform's timer overtook
        // its worker; then no other comes. So the engine gets a limit, the time that stop() usually takes to come.
        long limit = engine.begin() ? usualTime : settings.moveTime(0);
        begun = now();
        value = null;
        try {
            return choose(state, limit);
        } finally {
            begun = 0;
        }
    }

    private Move choose(DraughtsState state, long limit) {
        List<Move> moves = state.getMoves();
        if (moves.size() <= 1) {
            return moves.isEmpty() ? null : moves.get(0);
        }
        prepare(state);
        Answer answer = engine.ask("fen " + Positions.fen(state.getPieces(), state.isWhiteToMove()),
                limit > 0 ? "movetime " + limit : "infinite", limit);
        Move move = answer == null ? null : Positions.find(answer.move, moves);
        if (move != null) {
            value = valueForWhite(answer, state.isWhiteToMove());
            return move;
        }
        if (answer != null) {
            engine.complain("the engine's move '" + answer.move + "' is none of the platform's " + moves.size()
                    + " in " + Positions.fen(state.getPieces(), state.isWhiteToMove()));
        }
        move = moves.get(0);
        System.err.println("sparring: playing the first legal move, " + Positions.text(move));
        return move;
    }

    /** The framework of 2019 plays killer draughts; only there the filter of that name exists (PROTOCOLS 7). */
    private void prepare(DraughtsState state) {
        if (!prepared && playsKiller(state.getClass())) {
            engine.option("Variant", "killer");
        }
        prepared = true;
    }

    private static boolean playsKiller(Class<?> platform) {
        try {
            Class.forName("nl.tue.s2id90.draughts.MoveFilterKiller", false, platform.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private static Integer valueForWhite(Answer answer, boolean white) {
        if (answer.score.cents == null && answer.score.result == null) {
            return null;
        }
        int cents = answer.score.cents != null ? answer.score.cents : Integer.signum(answer.score.result) * WIN;
        return white ? cents : -cents;
    }
}
