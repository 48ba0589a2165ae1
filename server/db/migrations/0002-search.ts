import { sql } from 'kysely'
import { createFullText, dropFullText } from '../full-text.ts'
import type { Migration } from '../migrate.ts'
import { listingIndexes } from './0001-initial.ts'

/**
 * What finding a car reads: the listed cars in narrow rows, kept by triggers. Their choices of few values (category,
 * condition, fuel, body, transmission, year) are one number, a kind, so that a hundred thousand cars are counted by a
 * thousand kinds. The indexes on `cars` that listing them used make room.
 */
export const search: Migration = {
  async up(db) {
    const dropped = Object.keys(listingIndexes).map((name) => `drop index ${name}`)
    const made = [...tables, ...fill, ...indexes, ...triggers, ...createFullText]
    for (const statement of [...dropped, ...made]) await sql.raw(statement).execute(db)
  },
  async down(db) {
    const dropped = [...dropFullText, ...triggerNames.map((name) => `drop trigger ${name}`)]
    const tablesDropped = ['drop table listed_cars', 'drop table car_kinds']
    for (const statement of [...dropped, ...tablesDropped, ...Object.values(listingIndexes)])
      await sql.raw(statement).execute(db)
  },
}

const tables = [
  `create table car_kinds (
    id integer primary key, category_name text not null, condition text not null, fuel text not null,
    body text not null, transmission text not null, year integer not null,
    unique (category_name, condition, fuel, body, transmission, year)
  ) strict`,
  `create table listed_cars (
    number integer primary key, car_id text not null unique references cars (id),
    kind_id integer not null references car_kinds (id), posted_at text not null, price_minor integer,
    distance_mm integer, year integer
  ) strict`,
]

/** A car's kind: what is not provided is an empty text or zero, since nulls are never equal. */
const kindColumns = ['category_name', 'condition', 'fuel', 'body', 'transmission', 'year']
const kindOf = (car: string) =>
  `${car}.category_name, ${car}.condition, coalesce(${car}.fuel, ''), coalesce(${car}.body, ''),
    coalesce(${car}.transmission, ''), coalesce(${car}.year, 0)`
const kindIdOf = (car: string) =>
  `(select id from car_kinds where (${kindColumns.join(', ')}) = (${kindOf(car)}))`
/** An exact whole number in either unit. */
const distanceOf = (car: string) =>
  `${car}.mileage * case ${car}.mileage_unit when 'mi' then 1609344 else 1000000 end`

const insertListed = `insert into listed_cars (car_id, kind_id, posted_at, price_minor, distance_mm, year)`
const listedValues = (car: string) =>
  `${car}.id, ${kindIdOf(car)}, ${car}.posted_at, ${car}.price_minor, ${distanceOf(car)}, ${car}.year`
const isListed = (car: string) => `${car}.state in ('instock', 'reserved')`

const fill = [
  `insert into car_kinds (${kindColumns.join(', ')}) select distinct ${kindOf('cars')} from cars where ${isListed('cars')}`,
  `${insertListed} select ${listedValues('cars')} from cars where ${isListed('cars')} order by posted_at, id`,
]

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

const addKind = `insert into car_kinds (${kindColumns.join(', ')}) values (${kindOf('new')}) on conflict do nothing;`
const list = `${addKind} ${insertListed} select ${listedValues('new')};`
const unlist = 'delete from listed_cars where car_id = old.id;'

const triggers = [
  `create trigger cars_list_insert after insert on cars when ${isListed('new')} begin ${list} end`,
  `create trigger cars_list_delete after delete on cars when ${isListed('old')} begin ${unlist} end`,
  `create trigger cars_list_return after update of state on cars
    when ${isListed('new')} and not ${isListed('old')} begin ${list} end`,
  `create trigger cars_list_leave after update of state on cars
    when ${isListed('old')} and not ${isListed('new')} begin ${unlist} end`,
  `create trigger cars_list_update after update of
    ${kindColumns.join(', ')}, price_minor, mileage, mileage_unit, posted_at on cars
    when ${isListed('old')} and ${isListed('new')} begin
    ${addKind}
    update listed_cars set kind_id = ${kindIdOf('new')}, posted_at = new.posted_at, price_minor = new.price_minor,
      distance_mm = ${distanceOf('new')}, year = new.year where car_id = new.id;
  end`,
]
const triggerNames = triggers.map((statement) => statement.split(' ')[2]!)
