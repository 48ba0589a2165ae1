import * as z from 'zod'
import { exported, id, paging, wholeNumberText, ruleOn } from './fields.ts'

/** The orders of a list: the newest or the oldest first, or by each of these fields, up and down. */
export function sortsBy<const Field extends string>(
  ...fields: Field[]
): readonly ('newest' | 'oldest' | Field | `-${Field}`)[] {
  return ['newest', 'oldest', ...fields.flatMap((field) => [field, `-${field}`] as const)]
}

/**
 * What a list reads that the server filters and sorts. A page begins at `offset`, its place in the list, or at the row
 * whose id is `from`, and is empty where that is not found; `X-Offset` then says which place it is. Or else it begins where
 * `cursor` says, which only `newest` knows: the pages of that follow one another while rows come and go.
 * @param shape its `sort`, by `newest` unless it says otherwise, and its filters
 */
export function listQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object({ ...shape, ...placing })
    .refine(isOneWay, {
      path: ['cursor'],
      when: ruleOn('cursor', 'sort', 'offset', 'from'),
      message: 'Send a cursor with the newest first and no offset.',
    })
    .refine(isOnePlace, {
      path: ['from'],
      when: ruleOn('offset', 'from'),
      message: 'Send either an offset or the row to begin with.',
    })
}

const placing = {
  offset: wholeNumberText(0, 1_000_000_000).optional(),
  from: id.optional(),
  ...paging,
  ...exported,
}

function isOneWay(query: object): boolean {
  const { cursor, sort, offset, from } = query as Placing
  return !cursor || (sort === 'newest' && offset === undefined && from === undefined)
}

function isOnePlace(query: object): boolean {
  const { offset, from } = query as Placing
  return offset === undefined || from === undefined
}

interface Placing {
  sort: string
  offset?: number
  from?: string
  cursor?: string
}
