package sparring.tue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import nl.tue.s2id90.draughts.DraughtsState;
import org10x10.dam.game.Move;

/** The platform's positions and moves in the engine's words: PDN FEN, and Hub moves such as 28x19x23. */
final class Positions {
    private Positions() {
    }

    static String fen(int[] pieces, boolean white) {
        return (white ? "W" : "B") + ":W" + squares(pieces, DraughtsState.WHITEPIECE, DraughtsState.WHITEKING) + ":B"
                + squares(pieces, DraughtsState.BLACKPIECE, DraughtsState.BLACKKING);
    }

    /** The move of the same begin, end and set of captured pieces: the platform may list it by another way round. */
    static Move find(String text, List<Move> moves) {
        for (Move move : moves) {
            if (key(move).equals(key(text))) {
                return move;
            }
        }
        return null;
    }

    static String text(Move move) {
        return key(move).toString();
    }

    private static String squares(int[] pieces, int man, int king) {
        List<String> squares = new ArrayList<>();
        for (int square = 1; square <= 50; square++) {
            if (pieces[square] == man || pieces[square] == king) {
                squares.add((pieces[square] == king ? "K" : "") + square);
            }
        }
        return String.join(",", squares);
    }

    /** `28x19x23`, captured squares in rising order. */
    private static String key(Move move) {
        Set<Integer> captured = new TreeSet<>();
        for (int i = 0; i < move.getCaptureCount(); i++) {
            captured.add(move.getCapturedField(i));
        }
        return key(move.getBeginField(), move.getEndField(), captured);
    }

    /** The same for the engine's text; empty if it is none. */
    private static String key(String text) {
        if (!text.matches("[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2}){2,21})")) {
            return "";
        }
        String[] words = text.split("[-x]");
        Set<Integer> captured = new TreeSet<>();
        for (int i = 2; i < words.length; i++) {
            captured.add(Integer.valueOf(words[i]));
        }
        return key(Integer.parseInt(words[0]), Integer.parseInt(words[1]), captured);
    }

    private static String key(int begin, int end, Set<Integer> captured) {
        StringBuilder key = new StringBuilder().append(begin).append(captured.isEmpty() ? "-" : "x").append(end);
        for (int square : captured) {
            key.append('x').append(square);
        }
        return key.toString();
    }
}
