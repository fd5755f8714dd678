// Not the platform's code: only what the adapter calls, written from its description.
package ygraph.ai.smartfox.games;

import java.util.ArrayList;
import java.util.List;
import sfs2x.client.entities.Room;

public class BaseGameGUI {
    public BaseGameGUI(GamePlayer player) {
    }

    public void setRoomInformation(List<Room> rooms) {
    }

    public void setGameState(ArrayList<Integer> board) {
    }

    public void updateGameState(ArrayList<Integer> from, ArrayList<Integer> to, ArrayList<Integer> arrow) {
    }

    public static void sys_setup() {
    }
}
