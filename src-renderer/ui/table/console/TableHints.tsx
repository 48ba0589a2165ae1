import { scopeOf, type ShownSelection } from '../selection.ts'
import { Slot } from '../../Slot.tsx'

interface TableHintsProps<Row> {
  /** undefined where rows are not selected. */
  selection: ShownSelection<Row> | undefined
  isOpen: boolean
  canDelete: boolean
  /** A key leads to them. */
  hasErrors: boolean
}

/** In the status bar: how many are selected, and what the keys do now. */
export function TableHints<Row>({ selection, isOpen, canDelete, hasErrors }: TableHintsProps<Row>) {
  return (
    <Slot name="hints">
      {selection && (
        <span role="status">
          {scopeOf(selection)} selected
          {/* The bar above shows it. */}
          {selection.note && <span className="sr-only">. {selection.note}</span>}
        </span>
      )}
      <span>↑↓ move</span>
      {selection && <span>Space select</span>}
      <span>{isOpen ? 'Esc close' : 'Enter open'}</span>
      {hasErrors && <span>F next error</span>}
      {canDelete && <span>Del delete</span>}
    </Slot>
  )
}
