// Not the platform's code: a class of this name tells that the platform plays killer draughts.
package nl.tue.s2id90.draughts;

public class MoveFilterKiller {
}
