/** One of several processes of the server, which ends with the one that started it. */
import { endWithParent } from '../lib/end-with-parent.ts'

endWithParent()
await import('../../server/serve.ts')
