import { Flag } from 'lucide-react'
import { useId } from 'react'
import { carName } from '../../contract/car-name.ts'
import type { Car } from '../../contract/cars.ts'
import { whyNotPayable } from '../../contract/money.ts'
import { useSession } from '../app/session/use-session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import type { CarDialogsState } from './use-car-dialogs.ts'

interface CarActionsProps {
  car: Car
  dialogs: CarDialogsState
  /** The id of what says on this page why Buy is off; without it, that is said here. */
  noteId?: string
}

/** Buy and report on a card. A car whose price no card can pay cannot be bought, one's own neither. */
export function CarActions({ car, dialogs, noteId }: CarActionsProps) {
  const { me } = useSession()
  const ownNoteId = useId()
  const refusal = whyNotPayable(car.priceMinor)
  if (car.sellerID === me?._id) return <Badge tone="info">Your own car</Badge>

  return (
    <>
      <Button
        className="flex-1"
        disabled={refusal !== null}
        aria-describedby={refusal ? (noteId ?? ownNoteId) : undefined}
        onClick={() => dialogs.open('buy', car._id)}
      >
        Buy <span className="sr-only">{carName(car)}</span>
      </Button>
      <IconButton label={`Report ${carName(car)}`} onClick={() => dialogs.open('report', car._id)}>
        <Flag />
      </IconButton>
      {refusal && noteId === undefined && (
        <p id={ownNoteId} className="w-full text-tiny text-muted">
          {refusal}
        </p>
      )}
    </>
  )
}
