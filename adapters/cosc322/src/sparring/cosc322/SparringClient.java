package sparring.cosc322;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import sparring.Answer;
import sparring.Engine;
import sparring.Settings;
import ygraph.ai.smartfox.games.BaseGameGUI;
import ygraph.ai.smartfox.games.GameClient;
import ygraph.ai.smartfox.games.GamePlayer;

/**
 * A player of the course's server whose moves come from an amazons engine. Messages come on the library's thread and
 * never wait for the engine, which a worker asks; all state is guarded by this object.
 */
public class SparringClient extends GamePlayer {
    /** ms; the library counts a time-out after 30 s. */
    private static final long DEFAULT_MOVE_TIME = 25_000;
    /** ms that an engine may be late before it is stopped. */
    private static final long LATE = 1_000;

    private final String password;
    private final String room;
    private final BaseGameGUI gui;
    private final Settings settings;
    private final Engine engine;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "sparring-thinker");
        thread.setDaemon(true);
        return thread;
    });

    private GameClient client;
    private String user;
    private Board start = Board.initial();
    private Board board;
    /** Board.BLACK or WHITE; EMPTY while we only watch. */
    private int colour = Board.EMPTY;
    private Move sent;
    private Move received;
    private boolean thinking;
    /** Whose answer is wanted: an answer to an earlier question is dropped. */
    private int question;

    /** `room` null: the user chooses it in the window. */
    public SparringClient(String user, String password, String room, boolean window) {
        this.user = user;
        this.password = password;
        this.room = room;
        settings = Settings.load("amazons", SparringClient.class, System.err);
        engine = new Engine(settings, System.err);
        gui = window ? new BaseGameGUI(this) : null;
    }

    public static void main(String[] args) {
        boolean window = args.length > 0 && !args[args.length - 1].equals("-nowindow");
        int words = args.length - (window ? 0 : 1);
        if (words < 1 || words > 3 || (!window && words < 3)) {
            System.err.println("usage: SparringClient USER [PASSWORD [ROOM]]\n"
                    + "       SparringClient USER PASSWORD ROOM -nowindow");
            System.exit(2);
        }
        String password = words > 1 ? args[1] : "";
        SparringClient player = new SparringClient(args[0], password, words > 2 ? args[2] : null, window);
        if (window) {
            BaseGameGUI.sys_setup();
            java.awt.EventQueue.invokeLater(player::Go);
        } else {
            player.Go();
        }
    }

    @Override
    public synchronized void connect() {
        client = new GameClient(user, password, this);
    }

    /** Waits, through the monitor, for connect() to have kept the client. */
    @Override
    public synchronized void onLogin() {
        // The server may have given another name; START will speak of that one.
        user = client.getUserName();
        if (gui != null) {
            gui.setRoomInformation(client.getRoomList());
        }
        if (room != null) {
            client.joinRoom(room);
        }
        tell("logged in as " + user + (room == null ? "; please choose a room" : ", joining " + room));
    }

    /** Always true: nothing that a server sends stops the client. */
    @Override
    public synchronized boolean handleGameMessage(String type, Map<String, Object> details) {
        switch (Messages.kind(type)) {
            case "game-state.board":
                onBoard(details);
                break;
            case "game-action.start":
                onStart(details);
                break;
            case "game-action.move":
                onMove(details);
                break;
            case "game-state.userlost":
                tell("the server says that a player lost: " + details);
                cancel();
                break;
            default:
                tell("message " + type + ": " + details);
                break;
        }
        return true;
    }

    @Override
    public synchronized String userName() {
        return user;
    }

    @Override
    public synchronized GameClient getGameClient() {
        return client;
    }

    @Override
    public BaseGameGUI getGameGUI() {
        return gui;
    }

    private void onBoard(Map<String, Object> details) {
        Board sentBoard = Messages.board(details);
        if (sentBoard == null) {
            tell("a board that is not 121 numbers 0..3 is ignored: " + details);
            return;
        }
        start = sentBoard;
        if (gui != null) {
            gui.setGameState(sentBoard.toList());
        }
        if (board != null && !board.toList().equals(start.toList())) {
            // A game that is going on goes on from what the server says.
            board = start.copy();
            if (thinking) {
                think();
            }
        }
    }

    private void onStart(Map<String, Object> details) {
        cancel();
        board = start.copy();
        sent = null;
        received = null;
        String black = Messages.black(details);
        String white = Messages.white(details);
        colour = black.equals(user) ? Board.BLACK : white.equals(user) ? Board.WHITE : Board.EMPTY;
        String role = colour == Board.EMPTY ? "I, " + user + ", watch"
                : colour == Board.BLACK ? "I am Black" : "I am White";
        tell("game of " + black + " (Black, first) and " + white + " (White): " + role);
        if (colour == Board.BLACK) {
            think();
        }
    }

    private void onMove(Map<String, Object> details) {
        Move move = Messages.move(details);
        if (move == null) {
            tell("a move without three squares on the board is ignored: " + details);
        } else if (move.equals(sent) || move.equals(received)) {
            // Some servers send moves back, or twice.
        } else if (thinking) {
            tell("a move out of turn is ignored: " + move);
        } else {
            receive(move);
        }
    }

    private void receive(Move move) {
        if (board == null) {
            board = start.copy();
        }
        String problem = colour == Board.EMPTY ? null : board.problem(move, 3 - colour);
        if (problem != null) {
            tell("the opponent's move " + move + " is not legal: " + problem + "; I go on from the board after it");
        }
        received = move;
        board.play(move);
        show(move);
        if (colour != Board.EMPTY) {
            think();
        }
    }

    private void think() {
        cancel();
        thinking = true;
        int mine = question;
        String fen = board.fen(colour);
        long millis = settings.moveTime(DEFAULT_MOVE_TIME);
        worker.execute(() -> {
            synchronized (this) {
                if (mine != question) {
                    return;
                }
                engine.begin();
            }
            Answer answer = engine.ask("fen " + fen, "movetime " + millis, millis + LATE);
            answer(mine, answer);
        });
    }

    private void cancel() {
        question++;
        thinking = false;
        engine.stop();
    }

    private synchronized void answer(int asked, Answer answer) {
        if (asked != question) {
            return;
        }
        thinking = false;
        Move any = board.anyMove(colour);
        if (any == null) {
            tell("I have no move left: the game is lost");
            return;
        }
        Move move = answer == null ? null : Move.parse(answer.move);
        if (move == null || board.problem(move, colour) != null) {
            if (answer != null) {
                tell("the engine's move '" + answer.move + "' is not legal in " + board.fen(colour));
            }
            tell("playing the first legal move, " + any);
            move = any;
        }
        sent = move;
        board.play(move);
        client.sendMoveMessage(Messages.list(move.from), Messages.list(move.to), Messages.list(move.arrow));
        show(move);
        if (board.anyMove(3 - colour) == null) {
            tell("the opponent has no move left: the game is won");
        }
    }

    private void show(Move move) {
        if (gui != null) {
            gui.updateGameState(Messages.list(move.from), Messages.list(move.to), Messages.list(move.arrow));
        }
    }

    private void tell(String message) {
        System.err.println("sparring: " + message);
    }
}
