import type { Car } from '../../../contract/cars.ts'
import { figure } from '../../../contract/figure.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { Selection } from '../../ui/selection.ts'

interface SelectAllProps {
  cars: readonly Car[]
  /** The word of the state that the list shows alone; of all states, what is in stock is selected. */
  state: string | null
  selection: Selection<Car>
}

/** Selects the cars of one state that have loaded; nothing where that would be one, or none. */
export function SelectAll({ cars, state, selection }: SelectAllProps) {
  const word = state ?? stateWords.instock
  const all = cars.filter((car) => stateWords[car.available] === word && selection.mayTake(car))
  if (all.length < 2) return null
  const wanted = all.slice(0, selection.most)
  const isChosen = selection.items.length === wanted.length && wanted.every(selection.has)
  const which = `${wanted.length < all.length ? 'the first' : 'all'} ${figure(wanted.length)}`
  return (
    <Checkbox
      className="mb-2"
      label={`Select ${which} ${word.toLowerCase()}`}
      checked={isChosen}
      onChange={() => (isChosen ? selection.clear() : selection.take(all))}
    />
  )
}
