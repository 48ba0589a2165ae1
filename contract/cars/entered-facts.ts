import { extractChoices, type Choices } from './car-choices.ts'
import { mapNumericFields, type NumericFields } from './car-numbers.ts'
import { mapTexts, type Texts } from './car-texts.ts'

/** The facts that a seller enters, other than the name, age, prices, and location. */
export type Facts = NumericFields & Choices & Texts

/** Extracts the facts from a row, a form, or a request. Missing facts get their empty value. */
export function pickFacts(
  car: Parameters<typeof extractChoices>[0] & Partial<NumericFields> & Partial<Texts>,
): Facts {
  return {
    ...mapNumericFields((name) => car[name] ?? null),
    ...extractChoices(car),
    ...mapTexts((name) => car[name] || null),
  }
}
