/** A single server process of a cluster, which ends with its parent process. */
import { endWithParent } from '../lib/end-with-parent.ts'

endWithParent()
await import('../../server/serve.ts')
