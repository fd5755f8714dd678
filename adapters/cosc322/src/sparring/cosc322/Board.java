package sparring.cosc322;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The server's board: 121 numbers, index 11 * row + column, row 0 and column 0 unused. Black moves first. */
final class Board {
    static final int EMPTY = 0;
    static final int BLACK = 1;
    static final int WHITE = 2;
    static final int ARROW = 3;

    private static final int SIZE = 10;
    private static final int[][] DIRECTIONS = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

    private final int[] squares;

    private Board(int[] squares) {
        this.squares = squares;
    }

    /** The position that games begin with: Black at the top. */
    static Board initial() {
        int[] squares = new int[121];
        for (int[] place : new int[][] {{1, 4}, {1, 7}, {4, 1}, {4, 10}}) {
            squares[11 * place[0] + place[1]] = WHITE;
            squares[11 * (11 - place[0]) + place[1]] = BLACK;
        }
        return new Board(squares);
    }

    /** The list of a message; null if it is not one of 121 numbers 0..3. */
    static Board of(Object message) {
        if (!(message instanceof Collection) || ((Collection<?>) message).size() != 121) {
            return null;
        }
        int[] squares = new int[121];
        int index = 0;
        for (Object number : (Collection<?>) message) {
            int value = number instanceof Number ? ((Number) number).intValue() : -1;
            boolean border = index < 11 || index % 11 == 0;
            if (value < EMPTY || value > ARROW) {
                return null;
            }
            squares[index++] = border ? EMPTY : value;
        }
        return new Board(squares);
    }

    Board copy() {
        return new Board(squares.clone());
    }

    ArrayList<Integer> toList() {
        ArrayList<Integer> list = new ArrayList<>();
        for (int square : squares) {
            list.add(square);
        }
        return list;
    }

    int at(int[] square) {
        return squares[11 * square[0] + square[1]];
    }

    /** The engine's FEN. Its first player, who is w and has the capital letters, is Black here. */
    String fen(int mover) {
        StringBuilder fen = new StringBuilder();
        for (int row = SIZE; row >= 1; row--) {
            int empty = 0;
            for (int column = 1; column <= SIZE; column++) {
                int piece = squares[11 * row + column];
                if (piece == EMPTY) {
                    empty++;
                    continue;
                }
                fen.append(empty > 0 ? String.valueOf(empty) : "");
                fen.append(piece == ARROW ? '*' : piece == BLACK ? 'Q' : 'q');
                empty = 0;
            }
            fen.append(empty > 0 ? String.valueOf(empty) : "").append(row > 1 ? "/" : "");
        }
        return fen + (mover == BLACK ? " w" : " b") + " - - 0 1";
    }

    /** Why the move is not legal for this colour; null if it is. */
    String problem(Move move, int colour) {
        if (at(move.from) != colour) {
            return "no queen of " + (colour == BLACK ? "Black" : "White") + " stands there";
        }
        if (!reaches(move.from, move.to, move.from)) {
            return "the queen cannot go there";
        }
        return reaches(move.to, move.arrow, move.from) ? null : "the arrow cannot fly there";
    }

    void play(Move move) {
        int queen = at(move.from);
        set(move.from, EMPTY);
        set(move.to, queen);
        set(move.arrow, ARROW);
    }

    /** Any legal move, null if there is none. */
    Move anyMove(int colour) {
        for (int[] from : all()) {
            if (at(from) == colour) {
                List<int[]> targets = reachable(from, from);
                if (!targets.isEmpty()) {
                    // The arrow can always fly back to where the queen came from.
                    int[] to = targets.get(targets.size() - 1);
                    return new Move(from, to, reachable(to, from).get(0));
                }
            }
        }
        return null;
    }

    private boolean reaches(int[] from, int[] to, int[] vacated) {
        for (int[] square : reachable(from, vacated)) {
            if (square[0] == to[0] && square[1] == to[1]) {
                return true;
            }
        }
        return false;
    }

    /** Where a queen or an arrow gets from a square, the vacated one counting as empty. */
    private List<int[]> reachable(int[] from, int[] vacated) {
        List<int[]> reached = new ArrayList<>();
        for (int[] step : DIRECTIONS) {
            int row = from[0] + step[0];
            int column = from[1] + step[1];
            while (row >= 1 && row <= SIZE && column >= 1 && column <= SIZE
                    && (squares[11 * row + column] == EMPTY || (row == vacated[0] && column == vacated[1]))) {
                reached.add(new int[] {row, column});
                row += step[0];
                column += step[1];
            }
        }
        return reached;
    }

    private static List<int[]> all() {
        List<int[]> all = new ArrayList<>();
        for (int row = 1; row <= SIZE; row++) {
            for (int column = 1; column <= SIZE; column++) {
                all.add(new int[] {row, column});
            }
        }
        return all;
    }

    private void set(int[] square, int piece) {
        squares[11 * square[0] + square[1]] = piece;
    }
}
