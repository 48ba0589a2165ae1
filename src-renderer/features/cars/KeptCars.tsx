import type { Car } from '../../../contract/cars.ts'
import { countOf } from '../../../contract/count-of.ts'
import { titleOf } from './car-form.ts'
import { StayingCars } from './StayingCars.tsx'
import { whyStateKept } from './why-kept.ts'

/** Which cars a deletion leaves out, by why. */
export function KeptCars({ cars }: { cars: readonly Car[] }) {
  const byState = Map.groupBy(cars, ({ available }) => available)
  return (
    <StayingCars
      title={`${countOf(cars.length, 'car')} ${cars.length === 1 ? 'stays' : 'stay'}`}
      reasons={Array.from(byState, ([state, kept]) => ({
        reason: whyStateKept(state),
        names: kept.map(titleOf),
      }))}
    />
  )
}
