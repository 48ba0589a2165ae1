import { choiceNames, getOptionLabel } from '../../../contract/cars/car-choices.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMarkLines } from '../../../contract/cars/marks.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EditConflict } from '../../ui/form/EditConflict.tsx'
import { fieldLabels, toFormInput, type CarFormInput } from './car-form.ts'

interface CarConflictProps {
  mine: CarFormInput
  theirs: Car
  onTakeTheirs: () => void
}

/** Compares the user's input with a version that was saved elsewhere after the form was opened. */
export function CarConflict({ mine, theirs, onTakeTheirs }: CarConflictProps) {
  const stored = toFormInput(theirs)
  const names = Object.keys(fieldLabels) as (keyof CarFormInput)[]
  const different = names.filter((name) => formatValue(name, mine) !== formatValue(name, stored))

  return (
    <EditConflict onTakeTheirs={onTakeTheirs}>
      {different.length > 0 && (
        <DataTable
          caption="What differs"
          rows={different}
          rowKey={(name) => name}
          columns={[
            { key: 'field', header: 'Field', kind: 'main', render: (name) => fieldLabels[name] },
            { key: 'theirs', header: 'Saved by them', render: (name) => formatValue(name, stored) },
            { key: 'mine', header: 'Yours', render: (name) => formatValue(name, mine) },
          ]}
        />
      )}
    </EditConflict>
  )
}

function formatValue(name: keyof CarFormInput, car: CarFormInput): string {
  if (name === 'marks') return formatMarks(car.marks)
  const value = String(car[name] ?? '')
  if (value === '') return '–'
  const choice = choiceNames.find((candidate) => candidate === name)
  return choice ? getOptionLabel(choice, value) : value
}

function formatMarks(marks: CarFormInput['marks']): string {
  if (!marks) return '–'
  return marks.length === 0 ? 'No marks' : formatMarkLines(marks).join('; ')
}
