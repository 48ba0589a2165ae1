import { Flag } from 'lucide-react'
import type { Car } from '../../contract/cars.ts'
import { useSession } from '../app/session/use-session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import type { CarDialogsState } from './use-car-dialogs.ts'

interface CarActionsProps {
  car: Car
  dialogs: CarDialogsState
}

/** Buy and report on a card. A car whose price is no price cannot be bought, one's own neither. */
export function CarActions({ car, dialogs }: CarActionsProps) {
  const { me } = useSession()
  if (car.sellerID === me?._id) return <Badge tone="info">Your own car</Badge>

  return (
    <>
      <Button
        className="flex-1"
        disabled={car.priceMinor === null}
        onClick={() => dialogs.open('buy', car._id)}
      >
        Buy <span className="sr-only">{car.modelName}</span>
      </Button>
      <IconButton label={`Report ${car.modelName}`} onClick={() => dialogs.open('report', car._id)}>
        <Flag />
      </IconButton>
    </>
  )
}
