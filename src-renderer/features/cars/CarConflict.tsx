import type { Car } from '../../../contract/cars.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EditConflict } from '../../ui/EditConflict.tsx'
import { fieldLabels, toFormInput, type CarFormInput } from './car-form.ts'

interface CarConflictProps {
  mine: CarFormInput
  theirs: Car
  onTakeTheirs: () => void
}

/** Somebody saved this car after it was opened: both versions, where they differ. */
export function CarConflict({ mine, theirs, onTakeTheirs }: CarConflictProps) {
  const stored = toFormInput(theirs)
  const names = Object.keys(fieldLabels) as (keyof CarFormInput)[]
  const different = names.filter((name) => shown(mine[name]) !== shown(stored[name]))

  return (
    <EditConflict onTakeTheirs={onTakeTheirs}>
      {different.length > 0 && (
        <DataTable
          caption="What differs"
          rows={different}
          rowKey={(name) => name}
          columns={[
            { key: 'field', header: 'Field', kind: 'main', render: (name) => fieldLabels[name] },
            { key: 'theirs', header: 'Saved by them', render: (name) => shown(stored[name]) },
            { key: 'mine', header: 'Yours', render: (name) => shown(mine[name]) },
          ]}
        />
      )}
    </EditConflict>
  )
}

function shown(value: CarFormInput[keyof CarFormInput]): string {
  return value === null || value === undefined || value === '' ? '–' : String(value)
}
