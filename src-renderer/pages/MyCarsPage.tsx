import { PublishedNotice } from '../features/cars/PublishedNotice.tsx'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'
import { OwnCars } from '../features/cars/OwnCars.tsx'

export function MyCarsPage() {
  return (
    <OwnCars
      notice={
        <>
          <PublishedNotice />
          <UnconfirmedNotice
            waits="Until then, you can’t list or change cars; those that are listed can’t be paid for, and don’t show how to reach you."
            className="mb-5"
          />
        </>
      }
    />
  )
}
