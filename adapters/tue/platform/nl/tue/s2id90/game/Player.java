// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.game;

/** The bound of S is the platform's: compilers name the methods that it calls after it. */
public interface Player<M, S extends GameState<M>> {
    M getMove(S state);

    Integer getValue();

    void stop();

    boolean isHuman();

    String getName();
}
