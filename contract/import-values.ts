import { choiceNames } from './cars/car-choices.ts'
import type { ImportValue } from './imports.ts'

/**
 * Reports whether a seller can choose a different replacement for a value. A number that is merely formatted
 * differently offers no choice.
 */
export function isForChoosing({ field, becomes, by }: ImportValue): boolean {
  return (
    becomes === null || by !== undefined || field === 'make' || choiceNames.some((name) => name === field)
  )
}
