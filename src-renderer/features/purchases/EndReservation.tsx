import type { Purchase } from '../../../contract/purchases.ts'
import { EndReservationButton } from '../../ui/controls/EndReservationButton.tsx'
import { useEndReservation } from '../deposits/end-reservation.api.ts'

/** The button in a row of the buyer's list, which loads only if the list has a reservation. */
export function EndReservation({ purchase }: { purchase: Purchase }) {
  const { endProps } = useEndReservation('buyer')
  return <EndReservationButton {...endProps(purchase)} look="icon" />
}
