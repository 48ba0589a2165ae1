import { Circle, CircleCheck } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { Car } from '../../../contract/cars/cars.ts'
import { isPayable } from '../../../contract/money.ts'
import { usePhotoUrl } from '../../ui/form/use-photo-url.ts'
import { CarCard } from './CarCard.tsx'
import { toPreviewCar, type CarFormControls } from './car-form.ts'
import type { FormPhoto } from './use-photos.ts'

interface CarPreviewProps {
  form: CarFormControls
  formPhotos: readonly FormPhoto[]
  seller: Pick<Car, 'sellerName' | 'sellerVerified' | 'fees'>
}

/** Previews the listing's card while the user types, and shows what the listing still lacks. */
export function CarPreview({ form, formPhotos, seller }: CarPreviewProps) {
  // Re-renders the preview at each change. `getValues` returns every field, because each has an initial
  // value.
  useWatch({ control: form.control })
  const values = form.getValues()
  const cover = formPhotos[0]
  const fileUrl = usePhotoUrl(cover?.file ?? null, 800)
  const car = toPreviewCar(values, { ...seller, image_url: fileUrl || cover?.url || '' })

  return (
    <aside
      aria-label="Preview"
      className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-24 xl:col-start-2 xl:row-span-3 xl:row-start-1"
    >
      <p className="text-small font-semibold text-muted">How buyers will see it</p>
      {/* The card is inert, because the form's fields already contain everything it shows. */}
      <div inert className="max-w-[420px]">
        <CarCard car={car} />
      </div>
      <BuyersLookFor car={car} hasPhotos={formPhotos.length > 0} />
    </aside>
  )
}

interface BuyersLookForProps {
  car: Car
  hasPhotos: boolean
}

function BuyersLookFor({ car, hasPhotos }: BuyersLookForProps) {
  const facts: [name: string, isThere: boolean][] = [
    ['Photos', hasPhotos],
    ['Year', car.year !== null],
    ['Mileage', car.mileage !== null],
    ['Transmission', car.transmission !== null],
    ['Price', isPayable(car.allInMinor)],
  ]
  const count = facts.filter(([, isThere]) => isThere).length

  return (
    <section aria-label="Buyers look for" className="card flex max-w-[420px] flex-col gap-3 p-4 text-small">
      <p className="flex justify-between gap-3">
        <span className="font-semibold">Buyers look for</span>
        <span className="text-muted tabular-nums">
          {count} of {facts.length}
        </span>
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([name, isThere]) => (
          <li
            key={name}
            className={isThere ? 'flex items-center gap-2' : 'flex items-center gap-2 text-muted'}
          >
            {isThere ? (
              <CircleCheck aria-hidden="true" className="size-4.5 flex-none text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-4.5 flex-none text-subtle" />
            )}
            {name}
            <span className="sr-only">: {isThere ? 'given' : 'missing'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
