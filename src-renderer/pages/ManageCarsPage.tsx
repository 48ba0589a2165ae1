import { ManagedCars } from '../features/cars/ManagedCars.tsx'
import { PublishedNotice } from '../features/cars/PublishedNotice.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

export function ManageCarsPage() {
  const waits = 'Until then, you can’t list or change cars.'
  return (
    <ManagedCars
      notice={
        <>
          <PublishedNotice />
          <UnprovenNotice waits={waits} className="mb-5" />
        </>
      }
    />
  )
}
