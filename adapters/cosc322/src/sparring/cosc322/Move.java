package sparring.cosc322;

import java.util.Arrays;

/** A queen's move and its arrow; every square is {row, column}, 1..10, row 1 at the bottom. */
final class Move {
    final int[] from;
    final int[] to;
    final int[] arrow;

    Move(int[] from, int[] to, int[] arrow) {
        this.from = from;
        this.to = to;
        this.arrow = arrow;
    }

    /** The engine's text, `d1-d7/g7`; null if it is none. */
    static Move parse(String text) {
        if (!text.matches("[a-j]([1-9]|10)-[a-j]([1-9]|10)/[a-j]([1-9]|10)")) {
            return null;
        }
        String[] squares = text.split("[-/]");
        return new Move(square(squares[0]), square(squares[1]), square(squares[2]));
    }

    @Override
    public String toString() {
        return text(from) + "-" + text(to) + "/" + text(arrow);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Move && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(from) + 31 * Arrays.hashCode(to) + 961 * Arrays.hashCode(arrow);
    }

    private static int[] square(String text) {
        return new int[] {Integer.parseInt(text.substring(1)), text.charAt(0) - 'a' + 1};
    }

    private static String text(int[] square) {
        return (char) ('a' + square[1] - 1) + "" + square[0];
    }
}
