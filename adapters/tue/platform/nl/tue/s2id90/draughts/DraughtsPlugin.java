// Not the platform's code: only what the adapter calls, written from its description.
package nl.tue.s2id90.draughts;

import net.xeoh.plugins.base.Plugin;

public interface DraughtsPlugin extends Plugin {
}
