import { getUtcDay } from '../../../contract/calendar-day.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { parseSavedQuery, writeSavedQuery } from '../../../contract/cars/saved-query.ts'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { deleteMailsWithLink } from '../../core/messages/email.repository.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable } from '../../http/row-access.ts'
import { assertNoErrors } from '../../http/validate.ts'
import { toCanonicalFilters } from '../cars/canonical-filters.ts'
import { stopShortlistEmails } from '../shortlist/shortlist-emails.repository.ts'
import { offerUndo } from '../undo/undo.repository.ts'
import { readResultsWhenSaved } from './saved-results.ts'
import {
  findSearch,
  findSearchByQuery,
  findSearchOwner,
  softDeleteSearch,
  insertSearch,
  listSearches,
  stopSearch,
  updateSearch,
} from './saved-search.repository.ts'

/**
 * Saves a search. Cars that match it already are not reported. If the user has saved the same filters before, that
 * search gets the new name and frequency.
 * @throws ProblemError `invalid-input` for an unknown make or ZIP code; `quota-exceeded`
 */
export async function addSearch({ ctx, actor, body }: Call<'addSearch'>) {
  const filters = await acceptFilters(ctx.db, body.query)
  const query = writeSavedQuery(filters)
  const { name, every } = body
  const insertedId = await ctx.db.transaction().execute(async (trx) => {
    const existing = await findSearchByQuery(trx, actor.id, query)
    if (existing) {
      await updateSearch(trx, existing.id, { name, every })
      return existing.id
    }
    const { quotas } = ctx.config
    if ((await listSearches(trx, actor.id)).length >= quotas.searches)
      throw createQuotaProblem('searches', quotas)
    const results = await readResultsWhenSaved(trx, { ...filters, today: getUtcDay(ctx.now()) })
    return insertSearch(trx, { userId: actor.id, name, query, every, results }, ctx.now())
  })
  return { acknowledged: true as const, insertedId }
}

export async function changeFrequency({ ctx, actor, params, body }: Call<'updateSearch'>) {
  const modifiedCount = await ctx.db.transaction().execute(async (trx) => {
    const search = getReachable('updateSearch', actor, await findSearch(trx, params.id), getOwnerId)
    if (search.every === body.every && search.stoppedAt === null) return 0
    await updateSearch(trx, search.id, body)
    return 1
  })
  return { acknowledged: true as const, modifiedCount }
}

export async function deleteSearch({ ctx, actor, params }: Call<'deleteSearch'>) {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const { id } = params
    getReachable('deleteSearch', actor, await findSearchOwner(trx, id), getOwnerId)
    if (!(await softDeleteSearch(trx, id, now))) return { acknowledged: true as const, deletedCount: 0 }
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'search', row: { id } }, now)
    return { acknowledged: true as const, deletedCount: 1, undoId }
  })
}

/**
 * Stops the alerts of a saved search, or the emails about a shortlist, including emails that have not been sent yet. An
 * unknown token changes nothing.
 */
export async function stopAlerts({ db, config, now }: Context, token: string) {
  const about = await db.transaction().execute(async (trx) => {
    await deleteMailsWithLink(trx, config.publicUrl + pagePath('stopAlerts', { token }))
    if (await stopSearch(trx, token, now())) return 'search' as const
    return (await stopShortlistEmails(trx, token)) ? ('shortlist' as const) : null
  })
  return { acknowledged: true as const, modifiedCount: about === null ? 0 : 1, about }
}

function getOwnerId({ userId }: { userId: string }): string {
  return userId
}

/** Returns the filters with makes and models as cars have them. */
async function acceptFilters(db: Db, query: string): Promise<CarFilters> {
  const parsed = parseSavedQuery(query)
  if (!('filters' in parsed)) throw new TypeError('The endpoint accepts only valid queries.')
  const { filters, errors } = await toCanonicalFilters(db, parsed.filters)
  assertNoErrors(errors.map((error) => ({ ...error, path: 'query' })))
  return filters
}
