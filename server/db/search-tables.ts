import type { QueryExecutorProvider } from 'kysely'
import { fullTextOf } from './engines/full-text.ts'
import { runStatements } from './engines/statements.ts'
import type { Migration } from './migration.ts'

/**
 * What finding a car reads: the listed cars in narrow rows, kept by triggers. Their choices of few values are one number,
 * a kind, so that a hundred thousand cars are counted by a few thousand kinds.
 * @param choices the columns of `cars` that hold one of a few words, null or empty where it is not said
 */
export function createSearch(db: QueryExecutorProvider, choices: readonly string[]): string[] {
  /** A car's kind: what is not said is an empty text or zero, since nulls are never equal. */
  const columns = ['category_name', ...choices, 'year']
  const kindOf = (car: string) =>
    [
      `${car}.category_name`,
      ...choices.map((name) => `coalesce(${car}.${name}, '')`),
      `coalesce(${car}.year, 0)`,
    ].join(', ')
  const kindIdOf = (car: string) =>
    `(select id from car_kinds where (${columns.join(', ')}) = (${kindOf(car)}))`
  const listedValues = (car: string) =>
    `${car}.id, ${kindIdOf(car)}, ${car}.posted_at, ${car}.price_minor, ${distanceOf(car)}, ${car}.year`
  const addKind = `insert into car_kinds (${columns.join(', ')}) values (${kindOf('new')}) on conflict do nothing;`
  const dropKind = `delete from car_kinds where (${columns.join(', ')}) = (${kindOf('old')})
    and not exists (select 1 from listed_cars where kind_id = car_kinds.id);`
  const unlist = `delete from listed_cars where car_id = old.id; ${dropKind}`
  const list = `${addKind} ${insertListed} select ${listedValues('new')};`

  const tables = [
    `create table car_kinds (
      id integer primary key, category_name text not null,
      ${choices.map((name) => `${name} text not null,`).join(' ')} year integer not null,
      unique (${columns.join(', ')})
    ) strict`,
    `create table listed_cars (
      number integer primary key, car_id text not null unique references cars (id),
      kind_id integer not null references car_kinds (id), posted_at text not null, price_minor integer,
      distance_mm integer, year integer
    ) strict`,
  ]
  const fill = [
    `insert into car_kinds (${columns.join(', ')}) select distinct ${kindOf('cars')} from cars where ${isListed('cars')}`,
    `${insertListed} select ${listedValues('cars')} from cars where ${isListed('cars')} order by cars.posted_at, cars.id`,
  ]
  const triggers = [
    `create trigger cars_list_insert after insert on cars when ${isListed('new')} begin ${list} end`,
    `create trigger cars_list_delete after delete on cars when ${isListed('old')} begin ${unlist} end`,
    `create trigger cars_list_return after update of state on cars
      when ${isListed('new')} and not ${isListed('old')} begin ${list} end`,
    `create trigger cars_list_leave after update of state on cars
      when ${isListed('old')} and not ${isListed('new')} begin ${unlist} end`,
    `create trigger cars_list_update after update of
      ${columns.join(', ')}, price_minor, mileage, mileage_unit, posted_at on cars
      when ${isListed('old')} and ${isListed('new')} begin
      ${addKind}
      update listed_cars set kind_id = ${kindIdOf('new')}, posted_at = new.posted_at, price_minor = new.price_minor,
        distance_mm = ${distanceOf('new')}, year = new.year where car_id = new.id;
      ${dropKind}
    end`,
  ]
  return [...tables, ...fill, ...indexes, ...triggers, ...fullTextOf(db).create]
}

export function dropSearch(db: QueryExecutorProvider): string[] {
  return [
    ...fullTextOf(db).drop,
    ...['insert', 'delete', 'return', 'leave', 'update'].map((event) => `drop trigger cars_list_${event}`),
    'drop table listed_cars',
    'drop table car_kinds',
  ]
}

/**
 * Adds a column for one more choice, and builds what finding a car reads anew.
 * @param before the choices that the database has until then
 */
export function addChoice(name: string, before: readonly string[]): Migration {
  return {
    async up(db) {
      const column = `alter table cars add column ${name} text`
      await runStatements(db, [...dropSearch(db), column, ...createSearch(db, [...before, name])])
    },
    async down(db) {
      const column = `alter table cars drop column ${name}`
      await runStatements(db, [...dropSearch(db), column, ...createSearch(db, before)])
    },
  }
}

/** An exact whole number in either unit. */
const distanceOf = (car: string) =>
  `${car}.mileage * case ${car}.mileage_unit when 'mi' then 1609344 else 1000000 end`
const isListed = (car: string) => `${car}.state in ('instock', 'reserved')`
const insertListed = `insert into listed_cars (car_id, kind_id, posted_at, price_minor, distance_mm, year)`

/** One for each sort, holding what is filtered by, so that a page is read from it alone; and one to count by kind. */
const indexes = [
  'newest on listed_cars (posted_at desc, number desc',
  'cheapest on listed_cars (coalesce(price_minor, 9007199254740991), number',
  'dearest on listed_cars (coalesce(price_minor, -1) desc, number desc',
  'least_driven on listed_cars (coalesce(distance_mm, 9007199254740991), number',
  'youngest on listed_cars (coalesce(year, -1) desc, number desc',
]
  .map((order) => `create index listed_cars_${order}, kind_id, price_minor, distance_mm)`)
  .concat('create index listed_cars_by_kind on listed_cars (kind_id, price_minor, distance_mm)')
