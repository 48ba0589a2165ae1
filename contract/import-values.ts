import { choiceNames } from './cars/car-choices.ts'
import type { ImportValue } from './imports.ts'

/**
 * Reports whether a seller can choose another value. There is nothing to choose for a number that is merely
 * formatted differently.
 */
export function isForChoosing({ field, becomes, by }: ImportValue): boolean {
  return (
    becomes === null || by !== undefined || field === 'make' || choiceNames.some((name) => name === field)
  )
}
