import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { Button } from '../../ui/Button.tsx'
import type { Selection } from '../../ui/use-selection.ts'
import { ChangeCarsDialog, countOf, type ChangeableField } from './ChangeCarsDialog.tsx'
import { useDeleteCars } from './use-delete-cars.ts'

/** What can be done to the selected cars; stays in sight while the list scrolls. */
export function BulkBar({ selection }: { selection: Selection<Car> }) {
  const deleteCars = useDeleteCars()
  const [isDeleting, setDeleting] = useState(false)
  const [field, setField] = useState<ChangeableField | null>(null)
  const cars = selection.items

  async function handleDelete() {
    setDeleting(true)
    await deleteCars(cars)
    setDeleting(false)
  }

  if (cars.length === 0) return null
  return (
    <section
      aria-label="Selected cars"
      className="bulk-bar card sticky bottom-4 z-10 mt-4 flex flex-wrap items-center gap-2 p-3 shadow-popup"
    >
      <p role="status" className="mr-auto px-2 text-small font-semibold">
        {countOf(cars)} selected
      </p>
      <Button variant="secondary" size="small" onClick={() => setField('resellPrice')}>
        Change price
      </Button>
      <Button variant="secondary" size="small" onClick={() => setField('location')}>
        Change location
      </Button>
      <Button variant="secondary" size="small" onClick={() => setField('condition')}>
        Change condition
      </Button>
      <Button variant="danger" size="small" loading={isDeleting} onClick={() => void handleDelete()}>
        <Trash2 aria-hidden="true" />
        Delete {countOf(cars)}
      </Button>
      <Button variant="ghost" size="small" onClick={selection.clear}>
        Clear selection
      </Button>
      <ChangeCarsDialog cars={cars} field={field} onClose={() => setField(null)} />
    </section>
  )
}
