/**
 * `npm run shots [-- -g NAME]` saves screenshots of every page and of many states to `shots/`, at three
 * widths and in both themes. `npm run shots -- --docs` saves only the screenshots for the guides, to
 * `docs/images/`.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { look } from './lib/look.ts'
import { root } from './lib/root.ts'

const options = process.argv.slice(2)
const filters = options.filter((option) => option !== '--docs')

endWithParent()
process.chdir(root)
process.exitCode = await look(filters.length < options.length ? 'docs' : 'shots', filters)
