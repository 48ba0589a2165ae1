import { confirm } from './confirm.ts'
import { countOf } from '../../contract/count-of.ts'
import { nameSome } from './name-some.ts'

interface Deletion {
  /** What goes, as a sentence calls it: 'A4 Avant'. */
  names: readonly string[]
  /** What each of them is: 'car'. */
  noun: string
  /** How many others are selected, which one may think are meant. */
  staying: number
}

/** Asks where a deletion is more, or other, than the one row that one looks at; that one can be brought back. */
export async function confirmDeletion({ names, noun, staying }: Deletion): Promise<boolean> {
  const [first] = names
  if (first === undefined) return false
  if (names.length > 1) {
    const count = countOf(names.length, noun)
    return confirm({
      title: `Delete ${count}?`,
      text: [`${nameSome(names)}.`, stay(staying, noun)].join(' ').trim(),
      confirmLabel: `Delete ${count}`,
    })
  }
  if (staying === 0) return true
  return confirm({
    title: `Delete ${first}?`,
    text: stay(staying, noun),
    confirmLabel: `Delete ${noun}`,
  })
}

function stay(count: number, noun: string): string {
  if (count === 0) return ''
  return `${countOf(count, `selected ${noun}`)} ${count === 1 ? 'stays' : 'stay'}.`
}
