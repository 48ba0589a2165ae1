/**
 * `npm run shots [-- -g NAME]` saves screenshots of every page and of many states in `shots/`, at three
 * widths and in both themes.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
process.exitCode = await look('shots', process.argv.slice(2))
