package sparring.tue;

import net.xeoh.plugins.base.annotations.PluginImplementation;
import nl.tue.s2id90.draughts.DraughtsPlayerProvider;
import nl.tue.s2id90.draughts.DraughtsPlugin;

/** What AICompetition finds in the jar. */
@PluginImplementation
public class SparringPlugin extends DraughtsPlayerProvider implements DraughtsPlugin {
    public SparringPlugin() {
        super(new SparringPlayer());
    }
}
