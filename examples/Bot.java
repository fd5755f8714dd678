// A bot to start from: it looks one move ahead, wins if it can, else plays at random. It speaks UGI
// (docs/protocol.md) and asks an engine for the rules of its game: java Bot.java build/bin/reversi
import java.io.*;
import java.util.*;

class Bot {
    static final int WIN = 100000;
    static Process rules;
    static String seed = "1";

    static int evaluate(String fen, String me) { // the position after my move; I am "p1" or "p2"
        return 0; // <== YOUR IDEAS GO HERE: in hundredths of a point, the higher the better for me
    }

    static List<String> ask(String... lines) throws IOException { // sends lines to the rules, returns answers
        rules.outputWriter().write(String.join("\n", lines) + "\nisready\n");
        rules.outputWriter().flush();
        List<String> answers = new ArrayList<>();
        for (String line; !(line = rules.inputReader().readLine()).equals("readyok");) answers.add(line);
        return answers;
    }

    static void choose() throws IOException { // says the best move; of equally good ones any
        List<String> now = ask("query p1turn", "query fen", "query legalmoves");
        String me = now.get(0).equals("response true") ? "p1" : "p2", best = "none";
        String here = now.get(1).replace("response", "position fen");
        List<String> moves = new ArrayList<>(List.of(now.get(2).split(" ")));
        moves.removeAll(List.of("response", "none"));
        Collections.shuffle(moves, new Random((seed + here).hashCode()));
        int bestScore = -WIN - 1;
        for (String move : moves.subList(0, Math.min(moves.size(), 100))) { // Amazons begins with 2176
            List<String> next = ask(here + " moves " + move, "query result", "query fen", here);
            int score = evaluate(next.get(1).replace("response ", ""), me);
            if (next.get(0).contains("win")) score = next.get(0).contains(me) ? WIN : -WIN;
            if (score > bestScore) best = move;
            bestScore = Math.max(score, bestScore);
        }
        System.out.println("info depth 1 score cp " + bestScore + "\nbestmove " + best);
    }

    public static void main(String[] engine) throws IOException {
        rules = new ProcessBuilder(engine).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Scanner host = new Scanner(System.in);
        for (String word = "", go = ""; !word.equals("quit") && host.hasNextLine();) {
            String line = host.nextLine();
            word = line.trim().split("\\s+")[0];
            if (word.equals("ugi")) {
                System.out.println("id name One ply in Java\nid author you");
                System.out.println("option name Seed type spin default 1 min 0 max 999999999");
                for (String a : ask(line)) if (a.matches(".*Variant.*|ugiok")) System.out.println(a);
            } else if (word.equals("isready")) System.out.println("readyok");
            else if (line.matches("(?i)setoption name seed value \\d+")) seed = line.split(" ")[4];
            else if (word.matches("setoption|position|query")) ask(line).forEach(System.out::println);
            else if (word.equals("go")) go = line;
            if (go.isEmpty() || !(word + go).matches("stop.*|quit.*|.*\\d.*")) continue;
            choose();
            go = "";
        }
    }
}
