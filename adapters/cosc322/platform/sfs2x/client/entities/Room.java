// Not the platform's code: only what the adapter calls, written from its description.
package sfs2x.client.entities;

public interface Room {
    String getName();
}
