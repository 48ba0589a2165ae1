import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'
import { nameKey } from './recall-models.ts'
import { RecallFileError, type RecalledPart } from './recall-line.ts'

/** Number of rows that one transaction deletes. Other writers wait for it. */
const DELETED_ROWS = 2000

/** Adds an edition, which ends the load of any other edition that is not complete. */
export async function beginEdition(db: Db, now: Date): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('recall_editions').where('state', '=', 'loading').execute()
    const edition = { id, state: 'loading', started_at: now.toISOString() } as const
    await trx.insertInto('recall_editions').values(edition).execute()
  })
  return id
}

/**
 * Inserts recalled parts and their campaigns into an edition.
 * @param firstNumber the number of the first part within its edition
 */
export async function insertParts(
  db: Db,
  edition: string,
  firstNumber: number,
  parts: readonly RecalledPart[],
): Promise<void> {
  const campaigns = new Map(parts.map((part) => [part.campaign, toCampaignRow(edition, part)]))
  const rows = parts.map(({ makeKey: make_key, model, year, campaign, component }, index) => ({
    edition,
    number: firstNumber + index,
    make_key,
    model,
    year,
    campaign,
    component,
  }))
  await db.transaction().execute(async (trx) => {
    // A campaign has a line per model, year, and part, which all have the same texts.
    await trx
      .insertInto('recall_campaigns')
      .values([...campaigns.values()])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx.insertInto('recalls').values(rows).execute()
  })
}

function toCampaignRow(edition: string, part: RecalledPart) {
  const { campaign: number, summary, consequence, remedy, reportedOn } = part
  return { edition, number, summary, consequence, remedy, reported_on: reportedOn }
}

/**
 * Makes an edition the current one.
 * @throws RecallFileError if another load has started since this edition was begun
 */
export async function publishEdition(db: Db, edition: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('recall_editions').where('state', '=', 'current').execute()
    const { numUpdatedRows } = await trx
      .updateTable('recall_editions')
      .set({ state: 'current' })
      .where('id', '=', edition)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RecallFileError('Another load of recalls has started.')
  })
}

/** Deletes an edition that was not published. */
export async function deleteEdition(db: Db, edition: string): Promise<void> {
  await db.deleteFrom('recall_editions').where('id', '=', edition).where('state', '=', 'loading').execute()
}

const loadedTables = ['recalls', 'recall_campaigns'] as const
type LoadedTable = (typeof loadedTables)[number]

/** Deletes the rows of editions that were replaced or never completed, in small transactions. */
export async function deleteUnusedRows(db: Db): Promise<void> {
  for (const table of loadedTables)
    for (const edition of await listUnusedEditions(db, table)) while (await deleteSome(db, table, edition));
}

async function listUnusedEditions(db: Db, table: LoadedTable): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('edition')
    .distinct()
    .where('edition', 'not in', db.selectFrom('recall_editions').select('id'))
    .execute()
  return rows.map(({ edition }) => edition)
}

/**
 * Deletes up to `DELETED_ROWS` rows of an edition.
 * @returns false if nothing was left to delete
 */
async function deleteSome(db: Db, table: LoadedTable, edition: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where edition = ${edition} and number in (
      select number from ${sql.table(table)} where edition = ${edition} limit ${DELETED_ROWS}
    )`.execute(db)
  return numAffectedRows > 0n
}

export async function countCampaigns(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('recall_campaigns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('edition', '=', currentEdition(db))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the time when the load of the current edition started, or null if no recalls are loaded. */
export async function findLoadTime(db: Db): Promise<Date | null> {
  const edition = await db
    .selectFrom('recall_editions')
    .select('started_at')
    .where('state', '=', 'current')
    .executeTakeFirst()
  return edition ? new Date(edition.started_at) : null
}

/** Lists the recalled models of a make and model year, as NHTSA writes them. */
export async function listRecalledModels(db: Db, make: string, year: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recalls')
    .select('model')
    .distinct()
    .where('edition', '=', currentEdition(db))
    .where('make_key', '=', nameKey(make))
    .where('year', '=', year)
    .execute()
  return rows.map(({ model }) => model)
}

export type RecalledPartRow = Pick<Row<'recalls'>, 'component'> & Omit<Row<'recall_campaigns'>, 'edition'>

/** Lists the recalled parts of the given models, the newest recalls first. */
export async function listRecalledParts(
  db: Db,
  { make, year, models }: { make: string; year: number; models: readonly string[] },
): Promise<RecalledPartRow[]> {
  return db
    .selectFrom('recalls')
    .innerJoin('recall_campaigns', (join) =>
      join
        .onRef('recall_campaigns.edition', '=', 'recalls.edition')
        .onRef('recall_campaigns.number', '=', 'recalls.campaign'),
    )
    .select(['component', 'recall_campaigns.number', 'summary', 'consequence', 'remedy', 'reported_on'])
    .where('recalls.edition', '=', currentEdition(db))
    .where('make_key', '=', nameKey(make))
    .where('year', '=', year)
    .where('model', 'in', models)
    .orderBy(sql`coalesce(reported_on, '')`, 'desc')
    .orderBy('recall_campaigns.number', 'desc')
    .orderBy('recalls.number')
    .execute()
}

function currentEdition(db: Db) {
  return db.selectFrom('recall_editions').select('id').where('state', '=', 'current')
}
