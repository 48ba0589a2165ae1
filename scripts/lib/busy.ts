/** Keeps one core busy until the parent process ends or kills this one. */
import { endWithParent } from './end-with-parent.ts'

const BURST_MS = 50

endWithParent()
runBurst()

/** Works in bursts. Between them, the process can notice that its parent has ended. */
function runBurst(): void {
  const end = performance.now() + BURST_MS
  while (performance.now() < end);
  setImmediate(runBurst)
}
