import { ManagedCars } from '../features/cars/ManagedCars.tsx'
import { PublishedNotice } from '../features/cars/PublishedNotice.tsx'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'

export function ManageCarsPage() {
  const waits = 'Until then, you can’t list or change cars.'
  return (
    <ManagedCars
      notice={
        <>
          <PublishedNotice />
          <UnconfirmedNotice waits={waits} className="mb-5" />
        </>
      }
    />
  )
}
