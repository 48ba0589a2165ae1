import type { ReactNode } from 'react'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { confirm } from './confirm.ts'
import '../controls/name-list.css'

/** The tab index of a scrollable area, which must be focusable by keyboard (WCAG 2.2, 2.1.1). */
const reachedByKeys = 0

interface Deletion {
  names: readonly string[]
  noun: string
  /** Number of other selected records, which the user may expect to be deleted as well. */
  otherSelectedCount: number
  /** Records that the user also tried to delete, but that can't be deleted. */
  skipped?: Skipped | null
}

interface Skipped {
  count: number
  /** The names of the skipped records and the reasons why. */
  why: ReactNode
}

/**
 * Asks for confirmation, listing all records to delete. It asks nothing if only the row in view is
 * deleted, which can be undone.
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
  const objectLabel = isOne ? first : formatCount(names.length, noun)
  return confirm({
    title: `Delete ${objectLabel}?`,
    text: skipped ? deletableText(names.length, skipped, noun) : otherSelectedText(otherSelectedCount, noun),
    content: (
      <>
        {!isOne && <NameList label={`${formatCount(names.length, noun)} to delete`} names={names} />}
        {skipped?.why}
      </>
    ),
    confirmLabel: `Delete ${isOne ? noun : objectLabel}`,
  })
}

function deletableText(deletableCount: number, skipped: Skipped, noun: string): string {
  return `${formatNumber(deletableCount)} of ${formatCount(deletableCount + skipped.count, noun)} can be deleted.`
}

function otherSelectedText(count: number, noun: string): string {
  if (count === 0) return ''
  return `${formatCount(count, `selected ${noun}`)} ${count === 1 ? 'stays' : 'stay'}.`
}

interface NameListProps {
  label: string
  names: readonly string[]
}

/** Lists any number of names. Long lists scroll, also by keyboard. */
function NameList({ label, names }: NameListProps) {
  return (
    <ul aria-label={label} tabIndex={reachedByKeys} className="name-list">
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
}
