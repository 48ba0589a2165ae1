import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { Button } from '../../ui/Button.tsx'
import { countOf } from '../../ui/count-of.ts'
import type { ShownSelection } from '../../ui/selection.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { ChangeCarsDialog, type CarsChange, type ChangeableField } from './ChangeCarsDialog.tsx'
import { useDeleteCars } from './use-delete-cars.ts'

/** What can be done to the selected cars. */
export function BulkBar({ selection }: { selection: ShownSelection<Car> }) {
  const deleteCars = useDeleteCars()
  const [isDeleting, setDeleting] = useState(false)
  // The cars as they were when somebody chose to change them: others may leave the selection meanwhile.
  const [change, setChange] = useState<CarsChange | null>(null)
  const cars = selection.items
  const ask = (field: ChangeableField) => setChange({ field, cars })

  async function handleDelete() {
    setDeleting(true)
    await deleteCars(cars, selection)
    setDeleting(false)
  }

  return (
    <>
      <SelectionBar selection={selection} noun="car">
        <Button variant="secondary" size="small" onClick={() => ask('resellPrice')}>
          Change price
        </Button>
        <Button variant="secondary" size="small" onClick={() => ask('location')}>
          Change location
        </Button>
        <Button variant="secondary" size="small" onClick={() => ask('condition')}>
          Change condition
        </Button>
        <Button variant="danger" size="small" loading={isDeleting} onClick={() => void handleDelete()}>
          <Trash2 aria-hidden="true" />
          Delete {countOf(cars.length, 'car')}
        </Button>
      </SelectionBar>
      <ChangeCarsDialog change={change} onClose={() => setChange(null)} />
    </>
  )
}
