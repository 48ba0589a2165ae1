import type { Car } from '../../../contract/cars.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Notice } from '../../ui/Notice.tsx'
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
    <Notice tone="warning" isAlert title="Someone else edited this after you opened it">
      <p>Your edits are safe. Compare, then keep yours or use theirs.</p>
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
      <div>
        <Button variant="secondary" size="small" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </Notice>
  )
}

function shown(value: CarFormInput[keyof CarFormInput]): string {
  return value === null || value === undefined || value === '' ? '–' : String(value)
}
