import { CalendarX2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { useEndReservation, type Reserved } from './end-reservation.api.ts'

interface EndReservationProps {
  reserved: Reserved
  /** The reader: the buyer, or anyone else. */
  side: 'buyer' | 'other'
  /** In list rows, the button is small or an icon, and its accessible name includes the car's. */
  look?: 'medium' | 'small' | 'icon'
  className?: string
}

/** Offers to end a reservation, which refunds its deposit. */
export function EndReservation({ reserved, side, look = 'medium', className }: EndReservationProps) {
  const { confirmEnd, isEnding } = useEndReservation(side)
  const isBusy = isEnding(reserved)
  const name = `${LABEL}: ${reserved.carName}`
  const handleClick = singleClick(() => {
    if (!isBusy) void confirmEnd(reserved)
  })
  if (look === 'icon')
    return (
      <IconButton label={name} aria-busy={isBusy} aria-disabled={isBusy} onClick={handleClick}>
        <CalendarX2 />
      </IconButton>
    )
  return (
    <Button
      variant="secondary"
      size={look}
      className={className}
      loading={isBusy}
      aria-label={look === 'small' ? name : undefined}
      onClick={handleClick}
    >
      {LABEL}
    </Button>
  )
}

const LABEL = 'End reservation'
