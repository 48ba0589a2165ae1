import { Slot } from '../Slot.tsx'

interface TableHintsProps {
  /** undefined where rows are not selected. */
  selected: number | undefined
  isOpen: boolean
  canDelete: boolean
}

/** In the status bar: how many are selected, and what the keys do now. */
export function TableHints({ selected, isOpen, canDelete }: TableHintsProps) {
  return (
    <Slot name="hints">
      {selected !== undefined && <span role="status">{selected} selected</span>}
      <span>↑↓ move</span>
      {selected !== undefined && <span>Space select</span>}
      <span>{isOpen ? 'Esc close' : 'Enter open'}</span>
      {canDelete && <span>Del delete</span>}
    </Slot>
  )
}
