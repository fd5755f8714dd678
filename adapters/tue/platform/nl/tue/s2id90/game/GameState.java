// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.game;

import java.util.List;

public interface GameState<M> {
    List<M> getMoves();

    boolean isEndState();

    boolean isWhiteToMove();
}
