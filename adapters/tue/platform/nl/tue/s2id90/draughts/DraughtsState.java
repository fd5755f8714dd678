// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.draughts;

import nl.tue.s2id90.game.GameState;
import org10x10.dam.game.Move;

/** Abstract here, so that the platform's double in the tests can supply the rules. */
public abstract class DraughtsState implements GameState<Move> {
    public static final int EMPTY = 0;
    public static final int WHITEPIECE = 1;
    public static final int BLACKPIECE = 2;
    public static final int WHITEKING = 3;
    public static final int BLACKKING = 4;

    /** Index 1..50; 0 is unused. */
    public abstract int[] getPieces();
}
