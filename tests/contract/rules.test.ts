import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { getInputMessage } from '../../contract/api/input-messages.ts'

const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { query, body }]) =>
  Object.entries({ query, body }).flatMap(([part, schema]) =>
    schema ? [[`${name} ${part}`, schema] as const] : [],
  ),
)
const schemas = new Map(parts)

const documentFacts = {
  odometerUnit: 'mi',
  odometerStatement: 'actual',
  titleHolder: 'Sam Seller',
  titleBrand: 'clean',
}

/**
 * Schemas with rules that involve several fields. Each rule has an input that breaks it and has another
 * invalid field, with the expected errors.
 */
const broken: Record<string, [input: object, invalidPaths: string[]][]> = {
  'listCars query': [
    [{ within: '10', limit: 'x' }, ['limit', 'near']],
    [{ sort: 'nearest', limit: 'x' }, ['limit', 'near']],
  ],
  'getCarFacets query': [[{ within: '10', yearMin: 'x' }, ['near', 'yearMin']]],
  'updateCategory body': [[{ mergeInto: 'Audi', place: 'x' }, ['mergeInto', 'place']]],
  'updateCars body': [
    [
      { ids: [], change: { resellPrice: '1', priceBy: { unit: 'cents', by: 1 }, condition: 'x' } },
      ['change.condition', 'change.priceBy', 'ids'],
    ],
  ],
  'refundPayment body': [[{ amount: '5' }, ['reason', 'refundedAmount']]],
  'setHandover body': [
    [{ times: ['2026-11-28T15:00:00Z'], accept: '2026-11-28T15:00:00Z', place: 5 }, ['place', 'times']],
    [{ place: 5 }, ['place', 'times']],
  ],
  'decideDealProblem body': [
    [{ outcome: 'partial-refund', reason: 5 }, ['amount', 'reason']],
    [{ outcome: 'release', reason: 5, amount: '100' }, ['amount', 'reason']],
  ],
  'setDealDocuments body': [
    [{ ...documentFacts, warranty: 'warranty', odometer: -1 }, ['odometer', 'warrantyText']],
  ],
  'decideReport body': [[{ state: 'dismissed', takeDown: true, note: 5 }, ['note', 'takeDown']]],
}

const listRuleViolations: (typeof broken)[string] = [
  [{ sort: 'oldest', cursor: 'x', limit: 'x' }, ['cursor', 'limit']],
  [{ offset: '1', from: 'x', limit: 'x' }, ['from', 'limit']],
]

describe.each(parts.filter(([, schema]) => hasRule(schema)))('the rules of %s', (name, schema) => {
  const isSortable = schema instanceof z.ZodObject && 'offset' in schema.shape && 'from' in schema.shape

  it.each(broken[name] ?? (isSortable ? listRuleViolations : []))(
    'report violations in %j together with invalid fields',
    (input, invalidPaths) => {
      const { error } = schema.safeParse(input, { error: getInputMessage })
      expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual(invalidPaths)
    },
  )

  it('are covered by these tests', () => {
    expect(name in broken || isSortable).toBe(true)
  })
})

it('rules across fields ignore an invalid field and input that is not an object', () => {
  const paths = (input: unknown) =>
    schemas
      .get('decideReport body')!
      .safeParse(input)
      .error?.issues.map(({ path }) => path.join('.'))
  expect(paths({ state: 'ugly', takeDown: true })).toEqual(['state'])
  expect(paths('upheld')).toEqual([''])
})

/** Reports whether the schema contains an object with a rule that involves several fields. */
function hasRule(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return hasRule(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return hasRule(schema.element as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return false
  return (schema.def.checks?.length ?? 0) > 0 || Object.values<z.ZodType>(schema.shape).some(hasRule)
}
