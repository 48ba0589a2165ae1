/** Maximum number of names. Longer lists end with the number of remaining names. */
import { formatNumber } from '../../contract/number-format.ts'
const MAX = 4

const list = new Intl.ListFormat('en', { type: 'conjunction' })

export function joinNames(names: readonly string[]): string {
  if (names.length <= MAX) return list.format(names)
  const shownNames = names.slice(0, MAX - 1)
  return list.format([...shownNames, `${formatNumber(names.length - shownNames.length)} more`])
}
