import { isFutureDay } from '../../../contract/calendar-day.ts'
import { lacksBattery } from '../../../contract/cars/car-choices.ts'
import type { CarFields } from './car.ts'

const batteryFacts = ['batteryHealth', 'evRange'] as const

/** The facts that are compared with each other or with the present day. */
export type ComparedFacts = Pick<CarFields, 'fuel' | 'lastInspection' | (typeof batteryFacts)[number]>

export interface Contradiction {
  field: 'lastInspection' | (typeof batteryFacts)[number]
  message: string
  fix: string
}

/**
 * Finds facts that can't be true: an inspection in the future, and battery facts of a car whose fuel excludes
 * them. Values from before these rules are accepted until they or the fuel change.
 */
export function findContradictions(
  facts: ComparedFacts,
  current: ComparedFacts | null,
  now: Date,
): Contradiction[] {
  const isChanged = (name: keyof ComparedFacts) => facts[name] !== (current?.[name] ?? null)
  const { fuel, lastInspection } = facts
  const contradictions: Contradiction[] = []
  if (lastInspection && isChanged('lastInspection') && isFutureDay(lastInspection, now))
    contradictions.push({
      field: 'lastInspection',
      message: 'The day of the last inspection is in the future.',
      fix: 'Enter today or a day before it, or leave it empty.',
    })
  for (const field of batteryFacts)
    if (facts[field] !== null && lacksBattery(fuel) && (isChanged(field) || isChanged('fuel')))
      contradictions.push({
        field,
        message: 'Only electric and hybrid cars have this value.',
        fix: 'Leave it empty, or correct the fuel.',
      })
  return contradictions
}
