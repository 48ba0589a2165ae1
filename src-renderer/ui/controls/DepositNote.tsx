import type { Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { DEFAULT_DEPOSIT_DAYS } from '../../../contract/deposits.ts'
import { cx } from '../cx.ts'

/** Explains what a deposit is, when the user decides to reserve a car. */
export function DepositNote({ car, className }: { car: Pick<Car, 'depositDays'>; className?: string }) {
  return (
    <p className={cx('text-small text-muted', className)}>
      A deposit reserves the car for {formatCount(car.depositDays ?? DEFAULT_DEPOSIT_DAYS, 'day')} and counts
      toward the price. You get it back in full if you change your mind or the time runs out.
    </p>
  )
}
