// Not the platform's code: only what the adapter calls, written from its description.
package org10x10.dam.game;

/** Fields are squares 1..50. Abstract here, so that the platform's double in the tests can make moves. */
public abstract class Move {
    public abstract int getBeginField();

    public abstract int getEndField();

    public abstract int getCaptureCount();

    public abstract int getCapturedField(int index);
}
