import { jsonOf } from '../engines/json.ts'
import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/** A car's pictures are rows, found by their address; so is the picture that a report keeps. */
export const carPictures: Migration = {
  async up(db) {
    const json = jsonOf(db)
    await runStatements(db, [
      `create table car_pictures (
        car_id text not null references cars (id), position integer not null, url text not null,
        primary key (car_id, position)
      ) strict, without rowid`,
      `insert into car_pictures (car_id, position, url)
        select cars.id, picture.key, picture.value from cars, ${json.each('cars.images', 'picture')}`,
      'alter table cars drop column images',
      'create index car_pictures_by_url on car_pictures (url)',
      `create index reports_by_picture on reports (snapshot ->> '$.image_url')`,
    ])
  },
  async down(db) {
    const json = jsonOf(db)
    await runStatements(db, [
      'drop index reports_by_picture',
      `alter table cars add column images text not null default '[]'`,
      `update cars set images = (
        select ${json.list('url', 'position')} from car_pictures where car_id = cars.id
      )`,
      'drop table car_pictures',
    ])
  },
}
