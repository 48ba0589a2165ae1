/**
 * `npm run a11y [-- -g NAME]` runs axe and checks for horizontal scrolling and for touch target sizes. It
 * covers every page and state, narrow and wide, in both themes.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
process.exitCode = await look('a11y', process.argv.slice(2))
