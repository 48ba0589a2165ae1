import { MAX_PICTURES } from '../../../../contract/cars/cars.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { TableRow } from '../files/table.ts'
import { addressesInJson, isJsonCell } from './json-cell.ts'
import { plainName } from './plain-name.ts'

/** A photo's URL and the name of the spreadsheet column that contains it. */
export interface FilePicture {
  column: string
  url: string
}

export interface PictureFinder {
  /** Finds the photos of a row on hosts that the seller allows, up to the maximum per car. */
  find(row: TableRow): FilePicture[]
  /** Returns up to `MAX_HOSTS` of the photo hosts that were found. Hosts with the most photos come first. */
  hosts(): PictureHostOfFile[]
}

/** Maximum number of photo hosts to report. */
const MAX_HOSTS = 20
const MAX_URL = 2000

/**
 * Creates the finder for the photos in a spreadsheet.
 * @param allowed the hosts that the seller allows
 */
export function createPictureFinder(
  columns: readonly ImportColumn[],
  allowed: ReadonlySet<string>,
): PictureFinder {
  const ofPictures = columns.filter(({ field, header }) => field === null && NAMES.test(plainName(header)))
  const counts = new Map<string, number>()
  return {
    find({ cells }) {
      const found = ofPictures.flatMap(({ column, header }) =>
        addressesIn(cells[column] ?? '').map((url) => ({
          column: header,
          url: url.href,
          host: url.hostname,
        })),
      )
      for (const { host } of found) counts.set(host, (counts.get(host) ?? 0) + 1)
      const selected = found.filter(({ host }) => allowed.has(host)).slice(0, MAX_PICTURES)
      return selected.map(({ column, url }) => ({ column, url }))
    },
    hosts: () =>
      [...counts]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_HOSTS)
        .map(([host, photos]) => ({ host, photos, allowed: allowed.has(host) })),
  }
}

/**
 * Matches the plain names of columns with photos: `pics`, `image_link`, `additional_image_link`,
 * `image[0].url`, `photo urls`.
 */
const NAMES = /^(additional)?(pics?|photos?|pictures?|images?)\d*(?:(urls?|links?)\d*)?$/

/**
 * Characters that separate URLs. A URL starts at the beginning of a cell or after one of these characters.
 */
const SEPARATORS = ' \t\n\r\u00a0,;|'
const BEGINNING = /(?<=^|[\s,;|])https?:\/\//gi

/**
 * Returns the URLs in a cell. The cell contains a single URL, several that are separated by commas or
 * whitespace, or JSON with URLs.
 */
function addressesIn(cell: string): URL[] {
  const text = cell.trim()
  const addresses = isJsonCell(text) ? addressesInJson(text) : separatedAddresses(text)
  return addresses
    .filter((address) => address.length <= MAX_URL && URL.canParse(address))
    .map((address) => new URL(address))
}

function separatedAddresses(text: string): string[] {
  const starts = [...text.matchAll(BEGINNING)].map(({ index }) => index)
  return starts.map((start, at) => withoutSeparators(text.slice(start, starts[at + 1])))
}

function withoutSeparators(address: string): string {
  let end = address.length
  while (SEPARATORS.includes(address[end - 1] ?? 'x')) end--
  return address.slice(0, end)
}
