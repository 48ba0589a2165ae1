import { type CreatedFilter, createdFilter, integer, text } from './params.ts'
import { invalidParam } from './problem.ts'

export const pageShape = {
  limit: integer({ min: 1, max: 100 }),
  starting_after: text(),
  ending_before: text(),
  created: createdFilter,
}

export interface Page {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: CreatedFilter
}

interface Listed {
  id: string
  created: number
}

export interface StripeList<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

/** Returns one page of a list, newest first. The store passes `items` oldest first. */
export function toPage<T extends Listed>(items: T[], page: Page, url: string): StripeList<T> {
  const limit = page.limit ?? 10
  const found = items.filter((item) => isWithin(item.created, page.created)).toReversed()
  if (page.starting_after !== undefined && page.ending_before !== undefined) {
    throw invalidParam('ending_before', 'You can only specify one of starting_after and ending_before.')
  }
  if (page.ending_before !== undefined) {
    const end = findItemIndex(found, page.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: found.slice(start, end), has_more: start > 0, url }
  }
  const start =
    page.starting_after === undefined ? 0 : findItemIndex(found, page.starting_after, 'starting_after') + 1
  return {
    object: 'list',
    data: found.slice(start, start + limit),
    has_more: found.length > start + limit,
    url,
  }
}

function findItemIndex(items: Listed[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw invalidParam(param, `No such object: '${id}'`, 'resource_missing')
  return index
}

function isWithin(created: number, { gt, gte, lt, lte }: CreatedFilter = {}): boolean {
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  )
}
