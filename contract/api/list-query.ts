import * as z from 'zod'
import { exported, id, paging, wholeNumberText, createFieldCondition } from './fields.ts'

/** Returns the sort orders of a list: newest first, oldest first, and each field in both directions. */
export function listSorts<const Field extends string>(
  ...fields: Field[]
): readonly ('newest' | 'oldest' | Field | `-${Field}`)[] {
  return ['newest', 'oldest', ...fields.flatMap((field) => [field, `-${field}`] as const)]
}

/**
 * Builds the query schema of a list that the server filters and sorts. A page starts at a position
 * (`offset`), at the row with a given ID (`from`), or at a `cursor`. With `from`, the `X-Offset` header
 * returns the row's position; the page is empty if the row is not found. Only the sort order `newest`
 * supports a cursor, which never repeats or skips a row when rows are added or removed.
 * @param shape the list's filters, and its `sort` unless it is the default `newest`
 */
export function listQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object({ ...shape, ...placing })
    .refine(isOneWay, {
      path: ['cursor'],
      when: createFieldCondition('cursor', 'sort', 'offset', 'from'),
      message: 'Send a cursor with the newest first and no offset.',
    })
    .refine(isOnePlace, {
      path: ['from'],
      when: createFieldCondition('offset', 'from'),
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
