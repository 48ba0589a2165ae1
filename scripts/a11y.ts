/**
 * `npm run a11y [-- -g NAME]` runs axe on every page and state, narrow and wide, in both themes. It also
 * checks for horizontal scrolling and too small touch targets.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
process.exitCode = await look('a11y', process.argv.slice(2))
