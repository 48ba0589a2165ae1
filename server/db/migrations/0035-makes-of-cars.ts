import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migration.ts'
import { makes } from './0025-makes.ts'

/** Makers of fire engines, buses, sweepers, trailers, cranes, and heavy trucks, and names that stand there twice. */
const notOfCars: readonly string[] = [
  'Allianz Sweeper Company',
  'American LaFrance',
  'American Truck Company',
  'Atlanta Fabricating & Equipment Co',
  'Autocar',
  'Autocar Industries',
  'Autocar Ltd',
  'Azure Dynamic Inc.',
  'Badger Equipment',
  'Blue Bird',
  'Calaveras MFG. Inc.',
  'Capacity Trucks',
  'Caterpillar',
  'CCC',
  'Collins',
  'Crane Carrier',
  'Crown Energy Technologies',
  'Dennis',
  'Dennis Eagle',
  'Diamond Heavy Vehicle Solutions',
  'Diamond Reo',
  'E-One',
  'Efficient Drivetrains',
  'Elgin Sweeper Co',
  'Envirotech Drive Systems Incorporated',
  'FWD',
  'Global Environmental Products Inc.',
  'Global Fabricators',
  'Hino',
  'IC Bus',
  'Jerr-Dan',
  'JLG',
  'Kalmar Industries LLC',
  'Kenworth',
  'Kimble',
  'Kimble Chassis',
  'KME',
  'Kovatch Mobile Equipment',
  'KSM Inc.',
  'Lion Electric Manufacturing USA Inc.',
  'Lodal',
  'Lonestar Specialty Vehicles',
  'M-B Companies',
  'Mack',
  'Marmon Motor Co',
  'Maxim Inc.',
  'McNeilus',
  'Mitsubishi Fuso',
  'NAFFCO',
  'National Oilwell Varco',
  'Navistar',
  'Nikola',
  'Orange EV LLC',
  'Orion Bus',
  'Oshkosh',
  'Ottawa Brimont Corporation',
  'Patriot Energy Services',
  'Penske',
  'Peterbilt',
  'Pierce Manufacturing',
  'Protected Vehicles',
  'QuickLoadz',
  'Rainier Truck and Chassis',
  'Rosenbauer',
  'SANY',
  'Scammell',
  'Seagrave',
  'Service King Manufacturing',
  'Shaolin BUS',
  'Simon-Duplex',
  'Snowblast-Sicard',
  'Spartan Fire',
  'Spartan Motors',
  'Sterling Truck',
  'StoutBilt',
  'Sutphen',
  'T Series LLC',
  'TENCO',
  'Terberg Benschop B.V.',
  'Terberg Taylor',
  'Terex Advance Mixer',
  'Thomas Built',
  'TICO Manufacturing Division',
  'TransPower',
  'Truck Equipment Corporation',
  'UD',
  'Vector Mixer',
  'Vision Industries',
  'Volvo Truck',
  'Wausau Equipment Company',
  'Western Star',
  'White',
  'Whitegmc',
  'Windrose Technology',
  'Xos',
  'Zeligson',
  'ZM Trucks',
]

const added = ['Alpina', 'Lada', 'LDV', 'Piaggio', 'Trabant', 'Wartburg']

/**
 * Leaves the makes of cars, vans and pick-ups, and adds some that are sold outside of North America. A make that a car
 * uses, or that an admin has done something with, stays.
 */
export const makesOfCars: Migration = {
  async up(db) {
    for (const name of notOfCars) await deleteUnused(db, name)
    for (const name of added) await insertInOrder(db, name)
  },
  async down(db) {
    for (const name of added) await deleteUnused(db, name)
    for (const name of notOfCars) await insertInOrder(db, name)
  },
}

/** Deletes a make that no car uses and that no admin has changed. */
export async function deleteUnused(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`
    delete from categories where name = ${name} and brand_image = '' and shown = 'with-cars'
    and not exists (select 1 from cars where category_name = ${name})
    and not exists (select 1 from former_makes where make = ${name})
    and not exists (select 1 from audit where target = ${name} and action like '%-make')
  `.execute(db)
}

/** Inserts a make where it stands from A to Z, unless an admin has ordered the makes. */
export async function insertInOrder(db: Kysely<unknown>, name: string): Promise<void> {
  const later = makes.filter((other) => other.localeCompare(name, 'en') > 0)
  const { rows } = await sql<{ place: number }>`
    select coalesce(
      (select min(position) from categories where name in (${sql.join(later)})),
      (select max(position) + 1 from categories)
    ) as place where not exists (select 1 from categories where lower(name) = lower(${name}))
  `.execute(db)
  const place = rows[0]?.place
  if (place === undefined) return
  await sql`update categories set position = position + 1 where position >= ${place}`.execute(db)
  await sql`insert into categories (name, brand_image, position) values (${name}, '', ${place})`.execute(db)
}
