import { choiceNames, optionLabel } from '../../../contract/cars/car-choices.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EditConflict } from '../../ui/form/EditConflict.tsx'
import { fieldLabels, toFormInput, type CarFormInput } from './car-form.ts'

interface CarConflictProps {
  mine: CarFormInput
  theirs: Car
  onTakeTheirs: () => void
}

/**
 * Shows where two versions of a car differ: the user's input, and a version that was saved elsewhere after
 * the form was opened.
 */
export function CarConflict({ mine, theirs, onTakeTheirs }: CarConflictProps) {
  const stored = toFormInput(theirs)
  const names = Object.keys(fieldLabels) as (keyof CarFormInput)[]
  const different = names.filter((name) => shown(name, mine) !== shown(name, stored))

  return (
    <EditConflict onTakeTheirs={onTakeTheirs}>
      {different.length > 0 && (
        <DataTable
          caption="What differs"
          rows={different}
          rowKey={(name) => name}
          columns={[
            { key: 'field', header: 'Field', kind: 'main', render: (name) => fieldLabels[name] },
            { key: 'theirs', header: 'Saved by them', render: (name) => shown(name, stored) },
            { key: 'mine', header: 'Yours', render: (name) => shown(name, mine) },
          ]}
        />
      )}
    </EditConflict>
  )
}

/** Formats a value the way the form shows it. */
function shown(name: keyof CarFormInput, car: CarFormInput): string {
  const value = String(car[name] ?? '')
  if (value === '') return '–'
  const choice = choiceNames.find((known) => known === name)
  return choice ? optionLabel(choice, value) : value
}
