import { CalendarX2 } from 'lucide-react'
import { handleSingleClick } from '../single-click.ts'
import { Button, IconButton } from './Button.tsx'

interface EndReservationButtonProps {
  carName: string
  isBusy: boolean
  onEnd: () => Promise<void>
  /** In list rows, the button is small or an icon, and its accessible name includes the name of the car. */
  look?: 'medium' | 'small' | 'icon'
  className?: string
}

const LABEL = 'End reservation'

export function EndReservationButton({
  carName,
  isBusy,
  onEnd,
  look = 'medium',
  className,
}: EndReservationButtonProps) {
  const name = `${LABEL}: ${carName}`
  const handleClick = handleSingleClick(() => {
    if (!isBusy) void onEnd()
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
