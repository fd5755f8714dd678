// Not the platform's code: only what the adapter calls, written from its description.
package ygraph.ai.smartfox.games;

import java.util.Map;

public abstract class GamePlayer {
    public abstract void onLogin();

    public abstract boolean handleGameMessage(String type, Map<String, Object> details);

    public abstract GameClient getGameClient();

    public abstract BaseGameGUI getGameGUI();

    public abstract void connect();

    public abstract String userName();

    /** The platform's shows the GUI first. */
    public void Go() {
        connect();
    }
}
