import { carSteps } from '../../../../contract/cars/car-life.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { TableRow } from '../files/table.ts'
import type { OwnCar } from './planned-row.ts'
import type { CellError } from './read-cell.ts'
import { getReviewReason } from './review-reason.ts'

/**
 * Names of columns that show whether a car is still for sale. A column of US states may have one of these
 * names, but contains none of the words below.
 */
const statusHeaders = new Set([
  'status',
  'state',
  'availability',
  'available',
  'stockstatus',
  'vehiclestatus',
  'inventorystatus',
  'salestatus',
  'salesstatus',
  'listingstatus',
  'sold',
  'verfugbarkeit',
  'verfügbarkeit',
  'disponibilite',
  'disponibilité',
  'estado',
  'stato',
])

const soldWords = new Set([
  'sold',
  'soldout',
  'outofstock',
  'unavailable',
  'notavailable',
  'nolongeravailable',
  'verkauft',
  'nichtverfugbar',
  'nichtverfügbar',
  'vendu',
  'vendue',
  'vendido',
  'vendida',
  'venduto',
  'venduta',
  'verkocht',
  'sprzedany',
  'prodano',
  'продано',
  'продан',
])
const yesWords = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'oui', 'si', 'sí'])
const noWords = new Set(['no', 'n', 'false', '0'])

/**
 * Creates a function that reports whether the spreadsheet marks a row as sold. Only columns that are not
 * mapped to a field are considered.
 */
export function createSoldFinder(columns: readonly ImportColumn[]): (row: TableRow) => boolean {
  const statusColumns = columns.flatMap(({ column, header, field }) => {
    const name = normalizeWord(header)
    if (field !== null || !statusHeaders.has(name)) return []
    const markWords = name === 'sold' ? yesWords : name === 'available' ? noWords : soldWords
    return [{ column, isSold: (word: string) => soldWords.has(word) || markWords.has(word) }]
  })
  return ({ cells }) => statusColumns.some(({ column, isSold }) => isSold(normalizeWord(cells[column] ?? '')))
}

const MAX_WORD = 60

/** Reduces a cell to its lowercase letters and digits, including letters of other alphabets. */
function normalizeWord(cell: string): string {
  return cell
    .slice(0, MAX_WORD)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export function isSold({ state }: OwnCar): boolean {
  return state === 'sold' || state === 'sold-elsewhere'
}

export const SKIPPED: CellError = {
  message: 'The file says that this car is sold.',
  fix: 'To mark such cars as sold elsewhere, choose that above the list.',
}

/** Explains why a car can't be marked as sold elsewhere. Returns null if it can. */
export function getNotSoldReason(car: OwnCar | null): CellError | null {
  if (!car)
    return {
      message: 'The file says that this car is sold, and it isn’t one of yours.',
      fix: 'No action needed.',
    }
  const heldReason = getReviewReason(car)
  if (heldReason) return heldReason
  if (carSteps[car.state]['sold-elsewhere']) return null
  return {
    message: 'The file says that this car is sold, and yours is a draft.',
    fix: 'Delete the draft if you don’t need it.',
  }
}
