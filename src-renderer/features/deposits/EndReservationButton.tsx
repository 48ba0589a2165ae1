import type { Purchase } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { useEndReservation } from './end-reservation.api.ts'

/** Offers the buyer to end a reservation. */
export function EndReservationButton({ purchase, className }: { purchase: Purchase; className?: string }) {
  const { confirmEnd, isEnding } = useEndReservation('buyer')
  return (
    <Button
      variant="secondary"
      className={className}
      loading={isEnding(purchase)}
      onClick={singleClick(() => void confirmEnd(purchase))}
    >
      End reservation
    </Button>
  )
}
