import { sql, type SelectQueryBuilder } from 'kysely'
import { importStates, type ImportSort, type ImportState, type RowAction } from '../../../contract/imports.ts'
import { importStateLabels } from '../../../contract/list-labels.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  buildLabelRank,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { noRows, type RowCounts } from './import-rows.repository.ts'
import { toImport, type CarImport } from './import.repository.ts'

interface ImportFilters {
  userId: string
  q?: string | undefined
  state?: ImportState | undefined
}

export function listImports(
  { db, search }: ListSources,
  query: ImportFilters & ListPosition<ImportSort>,
): Promise<Page<CarImport>> {
  const list = {
    rows: db.selectFrom('imports'),
    matchingRows: selectMatching(db, query),
    withDetails: (rows: Imports) => rows.selectAll(),
    toItem: toImport,
  }
  return readPage(search, list, orders, query)
}

export function countImports(
  { db, search }: ListSources,
  query: Pick<ImportFilters, 'userId' | 'q'>,
): Promise<Record<ImportState, number>> {
  return countEach(search, selectMatching(db, query), sql`imports.state`, importStates)
}

type Imports = SelectQueryBuilder<Tables, 'imports', object>

const orders: ListOrders<ImportSort> = {
  keys: {
    file: foldCase(sql`imports.file_name`),
    rows: sql`(select count(*) from import_rows where import_rows.import_id = imports.id)`,
    state: buildLabelRank(sql`imports.state`, importStateLabels),
  },
  moment: 'imports.created_at',
  id: 'imports.id',
}

function selectMatching(db: Db, { userId, q, state }: ImportFilters): Imports {
  return db
    .selectFrom('imports')
    .where('imports.user_id', '=', userId)
    .$if(state !== undefined, (rows) => rows.where('imports.state', '=', state!))
    .where(hasWords(q, isOfImport))
}

function isOfImport(word: SearchTerm) {
  const failure = sql`case when imports.state = 'failed' then coalesce(imports.message, '') else '' end`
  return sql<boolean>`(${word.isIn(sql`imports.file_name`, failure)}
    or ${word.isShownFor(sql`imports.state`, importStateLabels)} or ${word.beginsMoment(sql`imports.created_at`)})`
}

export async function countImportRows(db: Db, ids: readonly string[]): Promise<Map<string, RowCounts>> {
  const counts = new Map(ids.map((id) => [id, { ...noRows }]))
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['import_id', 'action', fn.countAll<number>().as('count')])
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'action'])
    .execute()
  for (const { import_id, action, count } of rows) counts.get(import_id)![action satisfies RowAction] = count
  return counts
}
