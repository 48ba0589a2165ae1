import { sql, type Kysely } from 'kysely'
import { modelOf } from '../../../contract/model-of.ts'
import type { Migration } from '../migration.ts'
import { makes } from './0025-makes.ts'
import { runStatements } from '../engines/statements.ts'

const numbers = ['doors', 'seats', 'engineCc', 'powerKw', 'owners']
const texts = ['interiorColor', 'trim', 'engine', 'registration', 'model']

const indexes = [
  'create index cars_by_make on cars (category_name)',
  `create index cars_by_model on cars (category_name, model) where state in ('instock', 'reserved')`,
  `create index categories_by_image on categories (brand_image) where brand_image <> ''`,
]
/** What was deleted and is there again is not brought back over it. */
const undoEnds = ['update', 'delete'].map(
  (verb) => `create trigger categories_${verb}_ends_undos after ${verb} on categories
    begin delete from undo_rows where row_id = old.name; end`,
)

/** More facts of a car, and makes that admins manage: those that are there stay first and are always shown. */
export const carFacts: Migration = {
  async up(db) {
    await runStatements(db, [
      ...numbers.map((name) => `alter table cars add column ${name} integer`),
      ...texts.map((name) => `alter table cars add column ${name} text`),
    ])
    await nameModels(db)
    await runStatements(db, [
      `alter table categories add column shown text not null default 'with-cars'
        check (shown in ('always', 'with-cars', 'never'))`,
      `update categories set shown = 'always'`,
    ])
    await addMakes(db)
    await runStatements(db, [...indexes, ...undoEnds])
  },
  async down(db) {
    await runStatements(db, [
      'drop trigger categories_update_ends_undos',
      'drop trigger categories_delete_ends_undos',
      ...['cars_by_make', 'cars_by_model', 'categories_by_image'].map((name) => `drop index ${name}`),
      `delete from categories where shown <> 'always'
        and not exists (select 1 from cars where category_name = categories.name)`,
      'alter table categories drop column shown',
      ...[...numbers, ...texts].map((name) => `alter table cars drop column ${name}`),
    ])
  },
}

/** Of the cars that are there: what many of them are called is read once. */
async function nameModels(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ make: string; name: string }>`
    select distinct category_name as make, model_name as name from cars
  `.execute(db)
  await runStatements(db, ['create index cars_to_name on cars (category_name, model_name)'])
  for (const { make, name } of rows)
    await sql`
      update cars set model = ${modelOf(make, name)} where category_name = ${make} and model_name = ${name}
    `.execute(db)
  await runStatements(db, ['drop index cars_to_name'])
}

async function addMakes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from categories
  `.execute(db)
  const after = (rows[0]!.last ?? 0) + 1
  for (const [at, name] of makes.entries())
    await sql`
      insert into categories (name, brand_image, position) values (${name}, '', ${after + at}) on conflict do nothing
    `.execute(db)
}
