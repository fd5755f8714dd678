// One after the other, in one process: matches that run side by side would take one another's time.

import "./position.test.mjs";
import "./report.test.mjs";
import "./live.test.mjs";
