package ygraph.ai.smartfox.games;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import sfs2x.client.entities.Room;
import sparring.cosc322.TestServer;

/** Stands before the platform's class of this name, and talks to a server object. */
public class GameClient {
    private final String user;
    private final GamePlayer player;
    /** The one of this test: earlier players may still be talking to theirs. */
    private final TestServer server = TestServer.current();

    public GameClient(String user, String password, GamePlayer player) {
        this.user = user;
        this.player = player;
        server.login(this);
    }

    public String getUserName() {
        return user;
    }

    public GamePlayer player() {
        return player;
    }

    public List<Room> getRoomList() {
        return Collections.<Room>singletonList(() -> "room");
    }

    public void joinRoom(String name) {
        server.join(this);
    }

    public void sendMoveMessage(ArrayList<Integer> from, ArrayList<Integer> to, ArrayList<Integer> arrow) {
        server.move(this, from, to, arrow);
    }
}
