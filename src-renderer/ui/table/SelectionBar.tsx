import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { describeSelection, type ShownSelection } from './selection.ts'

interface SelectionBarProps<Item> {
  selection: ShownSelection<Item>
  noun: string
  children: ReactNode
}

/**
 * Shows the number of selected rows and any note about the selection. It stays visible while the
 * list scrolls. The table announces the same text to screen readers.
 */
export function SelectionBar<Item>({ selection, noun, children }: SelectionBarProps<Item>) {
  const isEmpty = selection.items.length === 0
  if (isEmpty && selection.note === null) return null
  return (
    <section
      aria-label={`Selected ${noun}s`}
      className="bulk-bar card sticky bottom-4 z-10 mt-4 flex flex-wrap items-center gap-2 p-3 shadow-popup"
    >
      <p className="mr-auto px-2 text-small font-semibold">
        {describeSelection(selection)} {selection.found === '1' ? noun : `${noun}s`} selected.
      </p>
      {!isEmpty && children}
      <Button variant="ghost" size="small" onClick={selection.clear}>
        {isEmpty ? 'Close' : 'Clear selection'}
      </Button>
      {selection.note && <p className="bulk-note w-full px-2 text-small">{selection.note}</p>}
    </section>
  )
}
