// Not the platform's code: only what the adapter calls, written from its description.
package ygraph.ai.smartfox.games;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import sfs2x.client.entities.Room;

/** The tests put another class of this name before this one, which does something. */
public class GameClient {
    private final String user;

    public GameClient(String user, String password, GamePlayer player) {
        this.user = user;
    }

    public String getUserName() {
        return user;
    }

    public List<Room> getRoomList() {
        return Collections.emptyList();
    }

    public void joinRoom(String name) {
    }

    public void sendMoveMessage(ArrayList<Integer> from, ArrayList<Integer> to, ArrayList<Integer> arrow) {
    }
}
