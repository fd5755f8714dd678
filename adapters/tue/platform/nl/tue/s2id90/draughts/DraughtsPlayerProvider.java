// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.draughts;

import java.util.Arrays;
import java.util.List;
import nl.tue.s2id90.contest.PlayerProvider;
import nl.tue.s2id90.draughts.player.DraughtsPlayer;

public class DraughtsPlayerProvider extends PlayerProvider<DraughtsPlayer> {
    private final List<DraughtsPlayer> players;

    public DraughtsPlayerProvider(DraughtsPlayer... players) {
        this.players = Arrays.asList(players);
    }

    @Override
    public List<DraughtsPlayer> getPlayers() {
        return players;
    }
}
