import { CalendarCheck } from 'lucide-react'
import type { Car } from '../../../contract/cars/cars.ts'
import type { Deposit } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formatDeadline } from '../../ui/format-deadline.ts'
import { DepositNote } from '../../ui/controls/DepositNote.tsx'
import { EndReservationButton } from '../../ui/controls/EndReservationButton.tsx'
import { useEndReservation } from './end-reservation.api.ts'
import { getHeldDeposit, getOfferedDeposit } from '../../../contract/reservation.ts'

interface CarDepositProps {
  car: Car
  /** The user's purchase-list item for the car, if any. */
  purchase: Purchase | null
  onReserve: () => void
}

/** Offers to reserve the car for a deposit, or shows the user's reservation. */
export function CarDeposit({ car, purchase, onReserve }: CarDepositProps) {
  const deposit = purchase && getHeldDeposit(purchase)
  if (deposit) return <Reservation purchase={purchase} deposit={deposit} />
  const amount = getOfferedDeposit(car)
  if (amount === null) return null
  const label = `Reserve for ${formatMoney(amount)}`
  return (
    <div className="no-print flex flex-col gap-2">
      {purchase ? (
        <LinkButton variant="secondary" wide to={pagePath('reserve', { id: purchase._id })}>
          {label}
        </LinkButton>
      ) : (
        <Button variant="secondary" wide onClick={onReserve}>
          {label}
        </Button>
      )}
      <DepositNote car={car} />
    </div>
  )
}

function Reservation({ purchase, deposit }: { purchase: Purchase; deposit: Deposit }) {
  const { endProps } = useEndReservation('buyer')
  const { amount, reservedUntil } = deposit
  return (
    <div className="flex flex-col gap-3 rounded-control bg-primary-soft p-4 text-small text-primary-ink">
      <div className="flex gap-3">
        <CalendarCheck aria-hidden="true" className="size-5 flex-none" />
        <div className="min-w-0">
          <p className="font-semibold">You reserved this car until {formatDeadline(reservedUntil)}</p>
          <p className="mt-1">
            {formatMoney(amount)} paid. It counts toward the price, and you get it back in full if you change
            your mind or the time runs out.
          </p>
        </div>
      </div>
      <EndReservationButton {...endProps(purchase)} className="no-print self-start" />
    </div>
  )
}
