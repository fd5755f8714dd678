package sparring.tue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import nl.tue.s2id90.draughts.DraughtsState;
import org10x10.dam.game.Move;
import sparring.Engine;

/** The platform's state, with the rules of our draughts engine. */
final class TestState extends DraughtsState {
    private final Engine rules;
    private final String start;
    private final List<String> played = new ArrayList<>();
    private List<Move> moves;
    private String fen;

    TestState(Engine rules, String start) {
        this.rules = rules;
        this.start = start;
    }

    @Override
    public TestState clone() {
        TestState copy = new TestState(rules, start);
        copy.played.addAll(played);
        copy.moves = new ArrayList<>(getMoves());
        copy.fen = fen();
        return copy;
    }

    @Override
    public List<Move> getMoves() {
        if (moves == null) {
            moves = new ArrayList<>();
            for (String text : rules.query(position(), "legalmoves")) {
                if (!text.equals("none")) {
                    moves.add(new TestMove(text));
                }
            }
        }
        return moves;
    }

    void doMove(Move move) {
        played.add(((TestMove) move).text);
        moves = null;
        fen = null;
    }

    @Override
    public boolean isEndState() {
        return getMoves().isEmpty();
    }

    @Override
    public boolean isWhiteToMove() {
        return fen().startsWith("W");
    }

    @Override
    public int[] getPieces() {
        int[] pieces = new int[51];
        for (String side : fen().substring(2).split(":")) {
            boolean white = side.startsWith("W");
            for (String square : side.substring(1).split(",")) {
                boolean king = square.startsWith("K");
                if (!square.isEmpty()) {
                    pieces[Integer.parseInt(king ? square.substring(1) : square)] =
                            king ? (white ? WHITEKING : BLACKKING) : (white ? WHITEPIECE : BLACKPIECE);
                }
            }
        }
        return pieces;
    }

    private String fen() {
        if (fen == null) {
            fen = rules.query(position(), "fen").get(0);
        }
        return fen;
    }

    private String position() {
        return start + (played.isEmpty() ? "" : " moves " + String.join(" ", played));
    }

    /** A move out of Hub text, its captured pieces in the opposite order: the adapter must not mind. */
    static final class TestMove extends Move {
        final String text;
        private final List<Integer> fields = new ArrayList<>();

        TestMove(String text) {
            this.text = text;
            for (String field : text.split("[-x]")) {
                fields.add(Integer.valueOf(field));
            }
            Collections.reverse(fields.subList(2, fields.size()));
        }

        @Override
        public int getBeginField() {
            return fields.get(0);
        }

        @Override
        public int getEndField() {
            return fields.get(1);
        }

        @Override
        public int getCaptureCount() {
            return fields.size() - 2;
        }

        @Override
        public int getCapturedField(int index) {
            return fields.get(index + 2);
        }
    }
}
