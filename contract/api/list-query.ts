import * as z from 'zod'
import { exported, id, paging, wholeNumberText, ruleOn } from './fields.ts'

/**
 * Returns the sort orders of a list: newest first, oldest first, and each of the given fields in ascending
 * and descending order.
 */
export function sortsBy<const Field extends string>(
  ...fields: Field[]
): readonly ('newest' | 'oldest' | Field | `-${Field}`)[] {
  return ['newest', 'oldest', ...fields.flatMap((field) => [field, `-${field}`] as const)]
}

/**
 * Builds the query schema of a list that the server filters and sorts. A page starts at a position in the
 * list (`offset`) or at the row with a given ID (`from`). With `from`, the `X-Offset` header returns the
 * row's position; the page is empty if the row is not found. Alternatively, a page starts at `cursor`, which
 * only the sort order `newest` supports. With a cursor, adding or removing rows never repeats or skips a row.
 * @param shape the list's filters, and its `sort` unless it is the default `newest`
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
