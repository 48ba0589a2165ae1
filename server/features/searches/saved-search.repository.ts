import type { AlertFrequency } from '../../../contract/search-limits.ts'
import { newId } from '../../db/id.ts'
import { deleteRows } from '../../db/delete-rows.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { SavedResults, StoredSearch } from './search-index.ts'

export interface SavedSearch {
  id: string
  userId: string
  name: string
  query: string
  every: AlertFrequency
  /** The time when the user unsubscribed from the search's emails, or null if they are sent. */
  stoppedAt: string | null
  createdAt: string
}

/** Lists a user's searches, newest first. */
export async function listSearches(db: Db, userId: string): Promise<SavedSearch[]> {
  const rows = await selectSearches(db)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSearch)
}

export async function findSearch(db: Db, id: string): Promise<SavedSearch | null> {
  const row = await selectSearches(db).where('id', '=', id).executeTakeFirst()
  return row ? toSearch(row) : null
}

/** Finds a user's search with these filters. */
export async function findSearchByQuery(db: Db, userId: string, query: string): Promise<SavedSearch | null> {
  const row = await selectSearches(db)
    .where('user_id', '=', userId)
    .where('query', '=', query)
    .executeTakeFirst()
  return row ? toSearch(row) : null
}

/** Inserts a saved search, and returns its ID. */
export async function insertSearch(
  db: Db,
  {
    userId,
    results,
    ...search
  }: Pick<SavedSearch, 'userId' | 'name' | 'query' | 'every'> & Pick<StoredSearch, 'results'>,
  now: Date,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('saved_searches')
    .values({
      id,
      user_id: userId,
      ...search,
      token: newId(),
      created_at: now.toISOString(),
      stopped_at: null,
      deleted_at: null,
      results: toJson(results),
    })
    .execute()
  return id
}

/** Changes a search. A new frequency resumes its alerts. */
export async function updateSearch(
  db: Db,
  id: string,
  change: { every: AlertFrequency; name?: string },
): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ ...change, stopped_at: null })
    .where('id', '=', id)
    .execute()
}

/** Finds the owner of a search, even of one whose deletion can still be undone. */
export function findSearchOwner(db: Db, id: string): Promise<{ userId: string } | undefined> {
  return db.selectFrom('saved_searches').select('user_id as userId').where('id', '=', id).executeTakeFirst()
}

/**
 * Marks a saved search as deleted.
 * @returns false if it was deleted before
 */
export async function softDeleteSearch(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Restores a deleted search.
 * @param limit the number of searches that an account can save
 * @returns false if the user has saved the same filters again, or has reached the limit
 */
export async function restoreSearch(db: Db, id: string, limit: number): Promise<boolean> {
  const row = await db
    .selectFrom('saved_searches')
    .select(['user_id', 'query'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || (await findSearchByQuery(db, row.user_id, row.query))) return false
  if ((await listSearches(db, row.user_id)).length >= limit) return false
  await db.updateTable('saved_searches').set({ deleted_at: null }).where('id', '=', id).execute()
  return true
}

/**
 * Stops the alerts of the search with the given token.
 * @returns true if the token belongs to a search whose alerts were not stopped yet
 */
export async function stopSearch(db: Db, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set({ stopped_at: now.toISOString() })
    .where('token', '=', token)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists the searches whose alerts are not stopped, only among these IDs unless they are null. */
export async function listActiveSearches(db: Db, ids: ReadonlySet<string> | null): Promise<StoredSearch[]> {
  if (ids?.size === 0) return []
  const rows = await selectSearches(db)
    .where('stopped_at', 'is', null)
    .$if(ids !== null, (searches) => searches.where('id', 'in', [...ids!]))
    .execute()
  return rows.map(({ id, query, results }) => ({
    id,
    query,
    results: new Map(JSON.parse(results) as [number, boolean][]),
  }))
}

export async function storeResults(db: Db, id: string, results: SavedResults): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ results: toJson(results) })
    .where('id', '=', id)
    .execute()
}

export function purgeSearches(db: Db, deletedBefore: Date): Promise<number> {
  return deleteRows(db.deleteFrom('saved_searches').where('deleted_at', '<', deletedBefore.toISOString()))
}

export async function deleteUserSearches(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_searches').where('user_id', '=', userId).execute()
}

function toJson(results: SavedResults): string {
  return JSON.stringify([...results])
}

function selectSearches(db: Db) {
  return db.selectFrom('saved_searches').selectAll().where('deleted_at', 'is', null)
}

function toSearch(row: Row<'saved_searches'>): SavedSearch {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    query: row.query,
    every: row.every,
    stoppedAt: row.stopped_at,
    createdAt: row.created_at,
  }
}
