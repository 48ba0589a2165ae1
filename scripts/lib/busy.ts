/** Keeps one core busy until the process that forked it ends or kills it. */
import { endWithParent } from './end-with-parent.ts'

const BURST_MS = 50

endWithParent()
work()

/** In bursts, between which the process hears that its parent is gone. */
function work(): void {
  const end = performance.now() + BURST_MS
  while (performance.now() < end);
  setImmediate(work)
}
