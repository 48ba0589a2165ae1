import type { QueryExecutorProvider } from 'kysely'
import { jsonOf } from '../engines/json.ts'
import { ledgerWordsOf } from '../engines/ledger-words.ts'
import { runStatements } from '../engines/statements.ts'
import { withoutParts } from '../engines/tables.ts'
import { ADDED, dropLedgerTriggers, PICTURE } from '../ledger.ts'
import type { Migration } from '../migration.ts'

/**
 * Own pictures are stored by their path: a whole URL holds the `PUBLIC_URL` of the day of the upload. The triggers of
 * the ledger are off, because no car changes, and `migrate` brings them back.
 */
export const picturePaths: Migration = {
  async up(db) {
    await dropLedgerTriggers(db)
    await runStatements(db, [
      ...['url', 'thumb_url', 'medium_url'].map((column) => updateColumn('uploads', column)),
      updateColumn('users', 'photo_url'),
      updateColumn('categories', 'brand_image'),
      updateMember(db, { table: 'reports', column: 'snapshot', member: 'image_url' }),
      updateMember(db, { table: 'undo_rows', column: 'before', member: 'imageUrl' }),
      ...['before', 'after'].map((column) => updateLedgerPictures(db, column)),
      updateAddedCars(db),
    ])
    await withoutParts(db, 'car_pictures', () => runStatements(db, [updateColumn('car_pictures', 'url')]))
  },
  // The version before reads paths, too.
  async down() {},
}

function updateColumn(table: string, column: string): string {
  return `update ${table} set ${column} = ${pathOf(column)} where ${isOwn(column)}`
}

function updateMember(
  db: QueryExecutorProvider,
  { table, column, member }: { table: string; column: string; member: string },
): string {
  const json = jsonOf(db)
  const url = `(${json.text(column, member)})`
  return `update ${table} set ${column} = ${json.with(column, member, pathOf(url))}
    where ${isOwn(url)}`
}

function updateLedgerPictures(db: QueryExecutorProvider, column: string): string {
  const { kept, text } = ledgerWordsOf(db)
  const url = text(column)
  return `update car_changes set ${column} = ${kept(pathOf(url))}
    where field like '${PICTURE}%' and ${isOwn(url)}`
}

/** Cars from before there was a ledger are in it with a list of their pictures. */
function updateAddedCars(db: QueryExecutorProvider): string {
  const { kept, text } = ledgerWordsOf(db)
  const json = jsonOf(db)
  const added = text('after')
  const paths = json.list(
    `case when ${isOwn('picture.value')} then ${pathOf('picture.value')} else picture.value end`,
    'picture.key',
  )
  const list = `(select ${paths} from ${json.each(`(${json.text(added, 'images')})`, 'picture')})`
  return `update car_changes set after = ${kept(json.withJson(added, 'images', list))}
    where field = '${ADDED}' and ${added} like '%/images/%' and (${json.text(added, 'images')}) is not null`
}

const HASH_LENGTH = 64
const endings = ['-full.webp', '-medium.webp', '-thumb.webp', '-full.jpg']

/** SQL of the ending of a picture's URL; null of any other text. */
function endingOf(url: string): string {
  const cases = endings.map(
    (ending) => `when ${last(url, String(ending.length))} = '${ending}' then '${ending}'`,
  )
  return `case ${cases.join(' ')} end`
}

function hashOf(url: string): string {
  return `substr(${url}, length(${url}) - length(${endingOf(url)}) - ${HASH_LENGTH - 1}, ${HASH_LENGTH})`
}

function pathOf(url: string): string {
  return `'/images/' || substr(${hashOf(url)}, 1, 2) || '/' || ${hashOf(url)} || ${endingOf(url)}`
}

/** SQL of the condition that a text is a URL of `pathOf` on some host, and that its picture was uploaded here. */
function isOwn(url: string): string {
  const path = `(${pathOf(url)})`
  const host = `replace(replace(${url}, ${path}, ''), 'https://', 'http://')`
  return `substr(${url}, 1, 4) = 'http' and ${last(url, `length(${path})`)} = ${path}
    and ${host} like 'http://_%' and substr(${host}, 8) not like '%/%'
    and ${hashOf(url)} in (select hash from uploads)`
}

function last(text: string, letters: string): string {
  return `substr(${text}, length(${text}) - ${letters} + 1)`
}
