// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.draughts.player;

import nl.tue.s2id90.draughts.DraughtsState;
import nl.tue.s2id90.game.Player;
import org10x10.dam.game.Move;

public abstract class DraughtsPlayer implements Player<Move, DraughtsState> {
    @Override
    public Integer getValue() {
        return null;
    }

    @Override
    public void stop() {
    }

    @Override
    public boolean isHuman() {
        return false;
    }

    @Override
    public String getName() {
        return getClass().getSimpleName();
    }
}
