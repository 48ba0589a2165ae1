import type * as z from 'zod'

/**
 * When a rule on some fields of an object is asked: as soon as those are right, whatever the others are. By itself, zod
 * asks it only once all of them are.
 */
export function ruleOn(...fields: readonly PropertyKey[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    issues.every(
      ({ path: [field] = [], continue: isMild }) =>
        isMild || (field !== undefined && !fields.includes(field)),
    )
}
