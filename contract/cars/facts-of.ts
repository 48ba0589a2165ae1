import { choicesOf, type Choices } from './car-choices.ts'
import { eachNumber, type Numbers } from './car-numbers.ts'
import { eachText, type Texts } from './car-texts.ts'

/** All that a seller says of a car beside its name, its age, what it costs and where it is. */
export type Facts = Numbers & Choices & Texts

/** The facts alone, of a row, a form or a request, each one said or not. */
export function factsOf(car: Parameters<typeof choicesOf>[0] & Partial<Numbers> & Partial<Texts>): Facts {
  return {
    ...eachNumber((name) => car[name] ?? null),
    ...choicesOf(car),
    ...eachText((name) => car[name] || null),
  }
}
