package sparring.tue;

import static sparring.Checks.claim;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import nl.tue.s2id90.draughts.player.DraughtsPlayer;
import org10x10.dam.game.Move;

/** As AICompetition asks for moves: getMove on a clone in a worker's thread, stop() from a timer's. */
final class TestPlatform {
    /** The number of moves after which OfflineTournament calls a game drawn. */
    static final int WHOLE_GAME = 100;

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final Timer timer = new Timer(true);

    /** The move, or null after a claim that fails. */
    Move ask(DraughtsPlayer player, TestState state, int millis) throws Exception {
        TestState clone = state.clone();
        Future<Move> answer = worker.submit(() -> player.getMove(clone));
        TimerTask stop = new TimerTask() {
            @Override
            public void run() {
                if (!answer.isDone()) {
                    player.stop();
                }
            }
        };
        timer.schedule(stop, millis);
        Move move = answer.get(60, TimeUnit.SECONDS);
        stop.cancel();
        claim(move != null && clone.getMoves().contains(move), "a legal move: " + move);
        return move;
    }

    /** The number of moves played, at most `limit`. */
    int play(DraughtsPlayer white, DraughtsPlayer black, TestState state, int millis, int limit) throws Exception {
        int count = 0;
        while (count < limit && !state.isEndState()) {
            Move move = ask(state.isWhiteToMove() ? white : black, state, millis);
            if (move == null) {
                break;
            }
            state.doMove(move);
            count++;
        }
        return count;
    }
}
