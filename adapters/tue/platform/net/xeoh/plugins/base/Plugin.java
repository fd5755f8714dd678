// Not the platform's code: only what the adapter calls, written from its description.
package net.xeoh.plugins.base;

public interface Plugin {
}
