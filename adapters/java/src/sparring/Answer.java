package sparring;

/** An engine's last word on a position. */
public final class Answer {
    public final String move;
    public final Score score;

    Answer(String move, Score score) {
        this.move = move;
        this.score = score;
    }

    /** For the side to move; docs/protocol.md, `info`. Both are null if the engine said nothing. */
    public static final class Score {
        static final Score NONE = new Score(null, null);

        /** Hundredths of the game's unit, an estimate. */
        public final Integer cents;
        /** The whole game's proved result. */
        public final Integer result;

        private Score(Integer cents, Integer result) {
            this.cents = cents;
            this.result = result;
        }

        /** What an `info` line says; `before` if it says nothing that can be read. */
        static Score of(String line, Score before) {
            String[] words = line.split("\\s+");
            for (int i = 1; i + 2 < words.length && !words[i].equals("pv"); i++) {
                if (words[i].equals("score") && words[i + 2].matches("[+-]?[0-9]{1,9}")) {
                    Integer value = Integer.valueOf(words[i + 2]);
                    return words[i + 1].equals("final") ? new Score(null, value)
                            : words[i + 1].equals("cp") ? new Score(value, null) : before;
                }
            }
            return before;
        }
    }
}
