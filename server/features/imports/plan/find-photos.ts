import { MAX_PHOTOS_PER_CAR } from '../../../../contract/cars/cars.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { TableRow } from '../files/table.ts'
import { findUrlsInJson, isJsonCell } from './json-cell.ts'
import { toPlainName } from './plain-name.ts'

/** A photo's URL and the name of the spreadsheet column that contains it. */
export interface FilePhoto {
  column: string
  url: string
}

export interface PhotoFinder {
  /** Finds a row's photos on hosts that the seller allows, up to the maximum per car. */
  find(row: TableRow): FilePhoto[]
  /** Returns up to `MAX_HOSTS` photo hosts in the rows read so far, those with the most photos first. */
  hosts(): PictureHostOfFile[]
}

const MAX_HOSTS = 20
const MAX_URL_LENGTH = 2000

export function createPhotoFinder(
  columns: readonly ImportColumn[],
  allowed: ReadonlySet<string>,
): PhotoFinder {
  const photoColumns = columns.filter(
    ({ field, header }) => field === null && PHOTO_COLUMN.test(toPlainName(header)),
  )
  const counts = new Map<string, number>()
  return {
    find({ cells }) {
      const foundPhotos = photoColumns.flatMap(({ column, header }) =>
        findUrls(cells[column] ?? '').map((url) => ({
          column: header,
          url: url.href,
          host: url.hostname,
        })),
      )
      for (const { host } of foundPhotos) counts.set(host, (counts.get(host) ?? 0) + 1)
      const selected = foundPhotos.filter(({ host }) => allowed.has(host)).slice(0, MAX_PHOTOS_PER_CAR)
      return selected.map(({ column, url }) => ({ column, url }))
    },
    hosts: () =>
      [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_HOSTS)
        .map(([host, photos]) => ({ host, photos, allowed: allowed.has(host) })),
  }
}

/**
 * Matches normalized names of photo columns: `pics`, `image_link`, `additional_image_link`, `image[0].url`,
 * `photo urls`.
 */
const PHOTO_COLUMN = /^(additional)?(pics?|photos?|pictures?|images?)\d*(?:(urls?|links?)\d*)?$/

const SEPARATORS = ' \t\n\r\u00a0,;|'
const URL_START = /(?<=^|[\s,;|])https?:\/\//gi

/** Finds the URLs in a cell, which may be separated by commas or whitespace or be part of JSON. */
function findUrls(cell: string): URL[] {
  const text = cell.trim()
  const urls = isJsonCell(text) ? findUrlsInJson(text) : splitUrls(text)
  return urls.filter((url) => url.length <= MAX_URL_LENGTH && URL.canParse(url)).map((url) => new URL(url))
}

function splitUrls(text: string): string[] {
  const starts = [...text.matchAll(URL_START)].map(({ index }) => index)
  return starts.map((start, index) => trimSeparators(text.slice(start, starts[index + 1])))
}

function trimSeparators(url: string): string {
  let end = url.length
  while (SEPARATORS.includes(url[end - 1] ?? 'x')) end--
  return url.slice(0, end)
}
