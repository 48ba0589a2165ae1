/** Maximum number of names in a sentence. Longer lists end with the number of remaining names. */
import { figure } from '../../contract/figure.ts'
const MAX = 4

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Joins names into a string: 'A4, i3, and Model 3', or 'A4, i3, Model 3, and 9 more'. */
export function nameSome(names: readonly string[]): string {
  if (names.length <= MAX) return list.format(names)
  const named = names.slice(0, MAX - 1)
  return list.format([...named, `${figure(names.length - named.length)} more`])
}
