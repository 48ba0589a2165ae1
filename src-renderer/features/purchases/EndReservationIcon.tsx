import { CalendarX2 } from 'lucide-react'
import type { Purchase } from '../../../contract/purchases.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { useEndReservation } from '../deposits/end-reservation.api.ts'

/** Offers the buyer to end a reservation in a list row. */
export function EndReservationIcon({ purchase }: { purchase: Purchase }) {
  const { confirmEnd, isEnding } = useEndReservation('buyer')
  const isBusy = isEnding(purchase)
  return (
    <IconButton
      label={`End reservation of ${purchase.carName}`}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={singleClick(() => {
        if (!isBusy) void confirmEnd(purchase)
      })}
    >
      <CalendarX2 />
    </IconButton>
  )
}
