import { Circle } from 'lucide-react'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { listMissingDetails } from '../../../contract/cars/listing-checklist.ts'
import { parsePrice } from '../../../contract/money.ts'
import type { CarFormControls } from './car-form.ts'
import type { Photos } from './use-photos.ts'

interface ListingChecklistProps {
  form: CarFormControls
  formPhotos: Photos
  title: string
  /** Moves to the named field, which may be the photo field. */
  onJump: (field: string) => void
}

/** Shows what a complete listing still lacks. Each item leads to its field. */
export function ListingChecklist({ form, formPhotos, title, onJump }: ListingChecklistProps) {
  const id = useId()
  useWatch({ control: form.control })
  const { category_name: make, modelName, year, mileage, vin, noVinReason, resellPrice } = form.getValues()
  const missing = listMissingDetails({
    category_name: make,
    modelName: modelName.trim(),
    year: year ?? null,
    mileage: mileage ?? null,
    vin: vin || null,
    noVinReason: noVinReason?.trim() ?? '',
    priceMinor: parsePrice(String(resellPrice ?? '')),
    images: formPhotos.list.map(({ key }) => key),
  })
  if (missing.length === 0) return null

  return (
    <section aria-labelledby={id} className="card flex flex-col gap-2 p-5">
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {missing.map(({ field, label }) => (
          <li key={field} className="flex items-center gap-2">
            <Circle aria-hidden="true" className="size-4.5 flex-none text-subtle" />
            <button
              type="button"
              className="text-link inline-flex min-h-11 items-center text-left text-small"
              onClick={() => onJump(field)}
            >
              Add {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
