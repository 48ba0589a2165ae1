import type { ReactNode } from 'react'
import { figure, countOf } from '../../../contract/figure.ts'

import { confirm } from './confirm.ts'
import '../controls/name-list.css'

/**
 * The tab index of a scrollable area. It must be focusable by keyboard even if it contains no controls (WCAG
 * 2.2, 2.1.1).
 */
const reachedByKeys = 0

interface Deletion {
  /** The names of the records to delete, as they appear in a sentence: 'A4 Avant'. */
  names: readonly string[]
  /** The noun for each record: 'car'. */
  noun: string
  /** Number of other selected records, which the user may expect to be deleted as well. */
  otherSelectedCount: number
  /** Records that the user also tried to delete, but that can't be deleted. */
  skipped?: Skipped | null
}

interface Skipped {
  count: number
  /** The names of the skipped records and the reasons. */
  why: ReactNode
}

/**
 * Asks for confirmation, listing all records to delete. It asks nothing if only the row in view is deleted,
 * because that row can be restored.
 */
export async function confirmDeletion({
  names,
  noun,
  otherSelectedCount,
  skipped = null,
}: Deletion): Promise<boolean> {
  const [first] = names
  if (first === undefined) return false
  const isOne = names.length === 1
  if (isOne && otherSelectedCount === 0 && skipped === null) return true
  const what = isOne ? first : countOf(names.length, noun)
  return confirm({
    title: `Delete ${what}?`,
    text: skipped ? ableOf(names.length, skipped, noun) : otherSelectedText(otherSelectedCount, noun),
    content: (
      <>
        {!isOne && <NameList label={`${countOf(names.length, noun)} to delete`} names={names} />}
        {skipped?.why}
      </>
    ),
    confirmLabel: `Delete ${isOne ? noun : what}`,
  })
}

function ableOf(able: number, skipped: Skipped, noun: string): string {
  return `${figure(able)} of ${countOf(able + skipped.count, noun)} can be deleted.`
}

function otherSelectedText(count: number, noun: string): string {
  if (count === 0) return ''
  return `${countOf(count, `selected ${noun}`)} ${count === 1 ? 'stays' : 'stay'}.`
}

interface NameListProps {
  /** The list's accessible name: 'Cars to delete'. */
  label: string
  names: readonly string[]
}

/** Lists any number of names, one per line. Long lists are scrollable, also by keyboard. */
function NameList({ label, names }: NameListProps) {
  return (
    <ul aria-label={label} tabIndex={reachedByKeys} className="name-list">
      {names.map((name, place) => (
        <li key={place}>{name}</li>
      ))}
    </ul>
  )
}
