import type { ReactNode } from 'react'
import { figure, countOf } from '../../../contract/figure.ts'

import { confirm } from './confirm.ts'
import '../controls/name-list.css'

/** What scrolls has to be reached by keys, be it nothing to press (WCAG 2.2, 2.1.1). */
const reachedByKeys = 0

interface Deletion {
  /** What goes, as a sentence calls it: 'A4 Avant'. */
  names: readonly string[]
  /** What each of them is: 'car'. */
  noun: string
  /** How many others are selected, which one may think are meant. */
  staying: number
  /** Which were meant, too, and can't be deleted. */
  kept?: Kept | null
}

interface Kept {
  count: number
  /** Their names, and why. */
  why: ReactNode
}

/**
 * Asks where a deletion is more, or other, than the one row that one looks at, and names all that goes; that one row can be
 * brought back.
 */
export async function confirmDeletion({ names, noun, staying, kept = null }: Deletion): Promise<boolean> {
  const [first] = names
  if (first === undefined) return false
  const isOne = names.length === 1
  if (isOne && staying === 0 && kept === null) return true
  const what = isOne ? first : countOf(names.length, noun)
  return confirm({
    title: `Delete ${what}?`,
    text: kept ? ableOf(names.length, kept, noun) : stay(staying, noun),
    content: (
      <>
        {!isOne && <NameList label={`${countOf(names.length, noun)} to delete`} names={names} />}
        {kept?.why}
      </>
    ),
    confirmLabel: `Delete ${isOne ? noun : what}`,
  })
}

function ableOf(able: number, kept: Kept, noun: string): string {
  return `${figure(able)} of ${countOf(able + kept.count, noun)} can be deleted.`
}

function stay(count: number, noun: string): string {
  if (count === 0) return ''
  return `${countOf(count, `selected ${noun}`)} ${count === 1 ? 'stays' : 'stay'}.`
}

interface NameListProps {
  /** What they are, for screen readers: 'Cars to delete'. */
  label: string
  names: readonly string[]
}

/** Names a line each, however many; what doesn't fit is scrolled to, by keys too. */
function NameList({ label, names }: NameListProps) {
  return (
    <ul aria-label={label} tabIndex={reachedByKeys} className="name-list">
      {names.map((name, place) => (
        <li key={place}>{name}</li>
      ))}
    </ul>
  )
}
