/** `npm run a11y [-- -g NAME]`: axe, no sideways scrolling and targets for fingers, on every page and state, narrow and wide, both themes. */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
process.exitCode = await look('a11y', process.argv.slice(2))
