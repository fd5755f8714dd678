package sparring.cosc322;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/**
 * What the server's messages say. Constants of the client library changed their names between its versions
 * (Queen_POS_NEXT, QUEEN_POS_NEXT) and stand for `queen-position-next` in the messages; all of these are read.
 */
final class Messages {
    private Messages() {
    }

    /** `game-action.move` of `cosc322.game-action.move`. */
    static String kind(String type) {
        int start = type == null ? -1 : type.indexOf("game-");
        return start < 0 ? "" : type.substring(start);
    }

    /** The move, null if one of its squares is missing or off the board. */
    static Move move(Map<String, Object> details) {
        int[] from = square(get(details, "queen-position-current", "queen-pos-curr"));
        int[] to = square(get(details, "queen-position-next", "queen-pos-next"));
        int[] arrow = square(get(details, "arrow-position", "arrow-pos"));
        return from == null || to == null || arrow == null ? null : new Move(from, to, arrow);
    }

    static Board board(Map<String, Object> details) {
        return Board.of(get(details, "game-state"));
    }

    static String black(Map<String, Object> details) {
        return String.valueOf(get(details, "player-black"));
    }

    static String white(Map<String, Object> details) {
        return String.valueOf(get(details, "player-white"));
    }

    static ArrayList<Integer> list(int[] square) {
        return new ArrayList<>(Arrays.asList(square[0], square[1]));
    }

    private static Object get(Map<String, Object> details, String... names) {
        if (details != null) {
            for (Map.Entry<String, Object> entry : details.entrySet()) {
                String key = String.valueOf(entry.getKey()).toLowerCase(Locale.ROOT).replace('_', '-');
                if (Arrays.asList(names).contains(key)) {
                    return entry.getValue();
                }
            }
        }
        return null;
    }

    private static int[] square(Object list) {
        if (!(list instanceof Collection) || ((Collection<?>) list).size() != 2) {
            return null;
        }
        int[] square = new int[2];
        int index = 0;
        for (Object number : (Collection<?>) list) {
            square[index] = number instanceof Number ? ((Number) number).intValue() : 0;
            if (square[index] < 1 || square[index] > 10) {
                return null;
            }
            index++;
        }
        return square;
    }
}
