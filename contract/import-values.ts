import { choiceNames } from './cars/car-choices.ts'
import type { ImportValue } from './imports.ts'

/** Whether one may want something else for it: of a number that is only written otherwise nothing is to be chosen. */
export function isForChoosing({ field, becomes, by }: ImportValue): boolean {
  return (
    becomes === null || by !== undefined || field === 'make' || choiceNames.some((name) => name === field)
  )
}
