import { sql } from 'kysely'
import { runSql } from '../../server/db/engines/create-schema.ts'
import type { Migration } from '../../server/db/engines/migration.ts'

/** Adds a column to the cars and writes it, as a later release may do. */
export const addSunroof: Migration = {
  name: '0001-sunroof',
  up: {
    sqlite: (db) =>
      runSql(
        db,
        `alter table cars add column sunroof text;
update cars set sunroof = 'glass'
  where id = 'cars-0';`,
      ),
    postgres: (db) =>
      runSql(
        db,
        `alter table cars add column sunroof text collate "C";
update cars set sunroof = 'glass'
  where id = 'cars-0';`,
      ),
  },
}

const rejectOddReports: Migration['up']['sqlite'] = async (db) => {
  await sql`create table sound_reports (id text primary key, reason text not null check (reason <> 'odd'))`.execute(
    db,
  )
  await sql`insert into sound_reports (id, reason) select id, reason from reports`.execute(db)
}

/** Fails if a report has the reason `odd`. */
export const copyReports: Migration = {
  name: '0002-sound-reports',
  up: { sqlite: rejectOddReports, postgres: rejectOddReports },
}
