import { MAX_PICTURES } from '../../../../contract/cars.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { TableRow } from '../files/table.ts'
import { plainName } from './plain-name.ts'

/** A photo's address, and what the file calls its column. */
export interface FilePicture {
  column: string
  url: string
}

export interface PictureFinder {
  /** What a row has of photos whose hosts the seller allows, as many as a car may have. */
  find(row: TableRow): FilePicture[]
  /** All hosts that were found, those with the most photos first. */
  hosts(): PictureHostOfFile[]
}

/** Of so many hosts is told. */
const MAX_HOSTS = 20
const MAX_URL = 2000

/** @param allowed hosts that the seller allows */
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
      const kept = found.filter(({ host }) => allowed.has(host)).slice(0, MAX_PICTURES)
      return kept.map(({ column, url }) => ({ column, url }))
    },
    hosts: () =>
      [...counts]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_HOSTS)
        .map(([host, photos]) => ({ host, photos, allowed: allowed.has(host) })),
  }
}

/** `pics`, `image_link`, `additional_image_link`, `image[0].url`, `photo urls`. */
const NAMES = /^(additional)?(pics?|photos?|pictures?|images?)\d*(urls?|links?)?\d*$/

/** One cell has one address, or several with commas, spaces, or the like in between. */
function addressesIn(cell: string): URL[] {
  return cell
    .split(/[\s,;|]+(?=https?:\/\/)/i)
    .map((text) => text.trim())
    .filter((text) => /^https?:\/\//i.test(text) && text.length <= MAX_URL && URL.canParse(text))
    .map((text) => new URL(text))
}
