import { describeSelection, type ShownSelection } from '../selection.ts'
import { Slot } from '../../Slot.tsx'

interface TableHintsProps<Row> {
  /** The selection, or undefined if rows can't be selected. */
  selection: ShownSelection<Row> | undefined
  isOpen: boolean
  canDelete: boolean
  /** True if a key moves to the next error. */
  hasErrors: boolean
}

/** Shows the size of the selection and the current shortcuts in the status bar. */
export function TableHints<Row>({ selection, isOpen, canDelete, hasErrors }: TableHintsProps<Row>) {
  return (
    <Slot name="hints">
      {selection && (
        <span role="status">
          {describeSelection(selection)} selected
          {/* The selection bar shows this note visually. */}
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
