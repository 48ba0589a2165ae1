/** `npm run shots [-- -g NAME]`: pictures of every page and of many states, three widths and both themes, in `shots/`. */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
process.exitCode = await look('shots', process.argv.slice(2))
