import type { QueryExecutorProvider } from 'kysely'
import { jsonOf } from '../engines/json.ts'
import { ledgerWordsOf } from '../engines/ledger-words.ts'
import { runStatements } from '../engines/statements.ts'
import { withoutParts } from '../engines/tables.ts'
import { positionInSql } from '../engines/texts.ts'
import { ADDED, dropLedgerTriggers, PICTURE } from '../ledger.ts'
import type { Migration } from '../migration.ts'

/**
 * Stores own pictures by their path: a whole URL contains the `PUBLIC_URL` of the day of the upload. The triggers of the
 * ledger are off, because no car changes, and `migrate` restores them. Undos of makes hold URLs, too; they end.
 */
export const picturePaths: Migration = {
  async up(db) {
    await dropLedgerTriggers(db)
    await runStatements(db, [
      updateColumn(db, 'users', 'photo_url'),
      updateColumn(db, 'categories', 'brand_image'),
      updateReports(db),
      ...['before', 'after'].map((column) => updateLedgerPictures(db, column)),
      updateAddedCars(db),
      "delete from undos where kind = 'make'",
    ])
    await withoutParts(db, 'car_pictures', () => runStatements(db, [updateColumn(db, 'car_pictures', 'url')]))
    // The last one, since the others look the hashes of uploads up.
    await runStatements(db, [updateUploads(db)])
  },
  // The previous version reads paths, too.
  async down() {},
}

function updateColumn(db: QueryExecutorProvider, table: string, column: string): string {
  return `update ${table} set ${column} = ${pathOf(db, column)} where ${isOwn(db, column)}`
}

function updateUploads(db: QueryExecutorProvider): string {
  const paths = ['url', 'medium_url', 'thumb_url'].map((column) => `${column} = ${pathOf(db, column)}`)
  return `update uploads set ${paths.join(', ')} where ${hasPath(db, 'url')} and ${hashOf(db, 'url')} = hash`
}

function updateReports(db: QueryExecutorProvider): string {
  const json = jsonOf(db)
  const url = json.text('snapshot', 'image_url')
  return `update reports set snapshot = ${json.with('snapshot', 'image_url', pathOf(db, url))} where ${isOwn(db, url)}`
}

function updateLedgerPictures(db: QueryExecutorProvider, column: string): string {
  const { kept, text } = ledgerWordsOf(db)
  const url = text(column)
  return `update car_changes set ${column} = ${kept(pathOf(db, url))}
    where field like '${PICTURE}%' and ${isOwn(db, url)}`
}

/** Updates cars from before there was a ledger, which are in it with a list of their pictures. */
function updateAddedCars(db: QueryExecutorProvider): string {
  const { kept, text } = ledgerWordsOf(db)
  const json = jsonOf(db)
  const added = text('after')
  const images = json.text(added, 'images')
  const paths = json.list(
    `case when ${isOwn(db, 'picture.value')} then ${pathOf(db, 'picture.value')} else picture.value end`,
    'picture.key',
  )
  const list = `(select ${paths} from ${json.each(images, 'picture')})`
  return `update car_changes set after = ${kept(json.withJson(added, 'images', list))}
    where field = '${ADDED}' and ${added} like '%/images/%' and ${images} like '[%'`
}

const FOLDER = '/images/'
/** Positions within a path such as `/images/ab/ab…-full.webp`, from 1. */
const [HASH_AT, HASH_LENGTH, ENDING_AT] = [12, 64, 76]
const endings = ['-full.webp', '-medium.webp', '-thumb.webp', '-full.jpg']
/** The length of `https://`, or of `http://` and the first letter of a host. */
const SCHEME_LENGTH = 8

/** SQL of the position of a URL's path, counted after the scheme. */
function pathAt(db: QueryExecutorProvider, url: string): string {
  return positionInSql(db, `substr(${url}, ${SCHEME_LENGTH + 1})`, '/')
}

function pathOf(db: QueryExecutorProvider, url: string): string {
  return `substr(${url}, ${SCHEME_LENGTH} + ${pathAt(db, url)})`
}

function hashOf(db: QueryExecutorProvider, url: string): string {
  return `substr(${pathOf(db, url)}, ${HASH_AT}, ${HASH_LENGTH})`
}

/** SQL of the condition that a text is a URL with the path of a picture. */
function hasPath(db: QueryExecutorProvider, url: string): string {
  const path = pathOf(db, url)
  return `(${url} like 'http://%' and ${pathAt(db, url)} > 0 or ${url} like 'https://%' and ${pathAt(db, url)} > 1)
    and substr(${path}, 1, ${FOLDER.length}) = '${FOLDER}'
    and substr(${path}, ${FOLDER.length + 1}, 3) = substr(${path}, ${HASH_AT}, 2) || '/'
    and substr(${path}, ${ENDING_AT}) in (${endings.map((ending) => `'${ending}'`).join(', ')})`
}

/** SQL of the condition that a text is the URL of a picture that was uploaded here, on any host. */
function isOwn(db: QueryExecutorProvider, url: string): string {
  return `${hasPath(db, url)} and ${hashOf(db, url)} in (select hash from uploads)`
}
