// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.contest;

import java.util.List;

/** The platform's class implements an interface as well, and start() and stop() are final and empty in it. */
public abstract class PlayerProvider<P> {
    public abstract List<P> getPlayers();
}
