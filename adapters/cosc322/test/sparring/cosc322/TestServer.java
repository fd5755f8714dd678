package sparring.cosc322;

import static sparring.Checks.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import sparring.Engine;
import ygraph.ai.smartfox.games.GameClient;

/** The course's server in one object: its messages arrive on one thread, as the library's do. */
public final class TestServer {
    /** Black, who is first, at the top. */
    private static final String START = "fen 3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 w - - 0 1";

    private static TestServer current;

    /** Also read by the test's thread. */
    final List<String> moves = new CopyOnWriteArrayList<>();
    /** `p1win` if Black won; null while the game goes on. */
    volatile String result;

    private final Engine rules;
    private final boolean echo;
    private final boolean oldKeys;
    private final List<GameClient> players = new ArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** `echo`: movers get their moves back. `oldKeys`: keys as the names of older constants. */
    TestServer(Engine rules, boolean echo, boolean oldKeys) {
        this.rules = rules;
        this.echo = echo;
        this.oldKeys = oldKeys;
        current = this;
    }

    public static TestServer current() {
        return current;
    }

    public void login(GameClient client) {
        thread.execute(() -> client.player().onLogin());
    }

    public void join(GameClient client) {
        thread.execute(() -> {
            players.add(client);
            tell(client, "cosc322.game-state.board", map("game-state", Board.initial().toList()));
            if (players.size() == 2) {
                begin();
            }
        });
    }

    public void move(GameClient client, ArrayList<Integer> from, ArrayList<Integer> to, ArrayList<Integer> arrow) {
        thread.execute(() -> {
            String text = square(from) + "-" + square(to) + "/" + square(arrow);
            claim(client == players.get(moves.size() % 2), "it is the turn of " + client.getUserName());
            claim(result == null, "the game is not over");
            boolean legal = rules.query(position(), "islegal " + text).get(0).equals("true");
            claim(legal, "legal: " + text + " after " + moves);
            moves.add(text);
            Map<String, Object> message = oldKeys
                    ? map("QUEEN_POS_CURR", from, "Queen_POS_NEXT", to, "ARROW_POS", arrow)
                    : map("queen-position-current", from, "queen-position-next", to, "arrow-position", arrow);
            for (GameClient player : players) {
                if (echo || player != client) {
                    tell(player, "cosc322.game-action.move", message);
                }
            }
            String now = rules.query(position(), "result").get(0);
            result = now.equals("none") ? null : now;
        });
    }

    /** The next game of the same two, without a new board; it has begun when this returns. */
    void again() throws Exception {
        thread.submit(() -> {
            moves.clear();
            result = null;
            begin();
        }).get();
    }

    /** Any message to the first player. */
    void disturb(String type, Map<String, Object> details) {
        thread.execute(() -> claim(players.get(0).player().handleGameMessage(type, details), type + " is handled"));
    }

    static Map<String, Object> map(Object... words) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            map.put((String) words[i], words[i + 1]);
        }
        return map;
    }

    private void begin() {
        for (GameClient player : players) {
            tell(player, "cosc322.game-action.start", map("room.name", "room", "player-black",
                    players.get(0).getUserName(), "player-white", players.get(1).getUserName()));
        }
    }

    private void tell(GameClient client, String type, Map<String, Object> details) {
        client.player().handleGameMessage(type, details);
    }

    private String position() {
        return START + (moves.isEmpty() ? "" : " moves " + String.join(" ", moves));
    }

    private static String square(List<Integer> square) {
        return (char) ('a' + square.get(1) - 1) + "" + square.get(0);
    }
}
