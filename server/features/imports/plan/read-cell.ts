import { choiceNames, type ChoiceName } from '../../../../contract/cars/car-choices.ts'
import {
  carColumns,
  fieldOf,
  type CarColumn,
  type FieldColumn,
} from '../../../../contract/cars/car-columns.ts'
import { numberNames, type MileageUnit, type NumberName } from '../../../../contract/cars/car-numbers.ts'
import { columnSchemas } from '../../../../contract/imports.ts'
import { formatMoney, parsePrice } from '../../../../contract/money.ts'
import { COMPARE_VIN, isPlaceholderVin, judgeVin, normalizeVin } from '../../../../contract/cars/vin.ts'
import type { CarFields } from '../../cars/car.ts'
import { makeKey, type MakesByKey } from '../../../../contract/cars/make-names.ts'
import { findExcelTrace } from './excel-traces.ts'
import { isJsonCell } from './json-cell.ts'
import { findOption } from './value-words.ts'

/** The fields of a car that a spreadsheet may set. */
export type GivenFields = Partial<Omit<CarFields, 'images'>>

/**
 * The value of a cell, or the reason why it has none: `message` explains the problem, and `fix` the remedy.
 */
export type Reading = { said: GivenFields } | { rejection: CellError } | { warning: CellError }

export interface CellError {
  message: string
  fix: string
}

/**
 * Reports whether a cell contains a placeholder for an empty value. In free-text columns, any text is valid.
 */
export function isEmptyPlaceholder(column: CarColumn, cell: string): boolean {
  if (findExcelTrace(column, cell.trim()) !== null) return true
  const text = cell.trim().slice(0, MAX_SHORT)
  if (column === 'vin') return isNoVinPlaceholder(text)
  return isShort(column) && PLACEHOLDER.test(text)
}

/**
 * Reports whether a cell means that the car has no VIN: a placeholder, also after a label (`VIN: N/A`), or
 * only a label.
 */
function isNoVinPlaceholder(text: string): boolean {
  const vin = text.replace(/^vin\s?(?:no\.?|number)?\s?[:#=]\s?/i, '')
  return (
    PLACEHOLDER.test(vin) || isPlaceholderVin(text) || /^no ?vin$/i.test(text) || normalizeVin(text) === ''
  )
}

/** Reports whether a cell has no value. A price of zero has none, too. */
export function saysNothing(column: CarColumn, cell: string): boolean {
  return cell.trim() === '' || isEmptyPlaceholder(column, cell) || (column === 'price' && isNoPrice(cell))
}

/**
 * Maximum length of a number, price, VIN, or choice. Longer cells are truncated and are then rejected as
 * invalid.
 */
const MAX_SHORT = 200

/** Reports whether a column's cells contain a single value rather than free text. */
function isShort(column: CarColumn): boolean {
  return isTyped(column) || isChoice(column) || isNumber(column)
}

const PLACEHOLDER =
  /^(n\/?a|none|null|nil|unknown|others?|unspecified|not (available|specified|applicable)|tbd|tba|[-–—?]+)$/i

function isTyped(column: CarColumn): boolean {
  return ['vin', 'stockNo', 'mileageUnit', 'price', 'originalPrice'].includes(column)
}

/**
 * Reads a cell that is not empty. An unknown option does not cause the row to be rejected, unless the field
 * is required.
 */
export function readCell(column: FieldColumn, cell: string, makes: MakesByKey): Reading {
  const trimmed = cell.trim().replace(/\r\n?/g, '\n')
  const text = isShort(column) && trimmed.length > MAX_SHORT ? `${trimmed.slice(0, MAX_SHORT)}…` : trimmed
  const trace = findExcelTrace(column, text)
  if (trace) return leftOut(trace.message, trace.fix)
  if (isEmptyPlaceholder(column, text))
    return leftOut(`“${text}” stands for no ${labelOf(column)}.`, 'Fill it in if you know it.')
  if (isChoice(column)) return readChoice(column, text)
  if (column === 'mileage') return readMileage(text)
  if (isNumber(column)) return readNumber(column, text)
  const special = readers[column]
  return special ? special(text, makes) : checked(column, text, { [fieldOf(column)]: text })
}

const readers: Partial<Record<CarColumn, (text: string, makes: MakesByKey) => Reading>> = {
  make: readMake,
  vin: readVin,
  mileageUnit: (text) => {
    const unit = unitOf(text)
    return unit
      ? { said: { mileageUnit: unit } }
      : leftOut(`“${shortened(text)}” isn’t a unit of distance.`, 'Enter mi or km.')
  },
  price: (text) => readPrice('priceText', text, isNoPrice(text)),
  location: (text) =>
    isJsonCell(text)
      ? leftOut(
          `We can’t read the address “${shortened(text)}”.`,
          'Enter city and state, such as Springfield, OH.',
        )
      : checked('location', text, { location: text }),
  // An invalid original price does not cause the row to be rejected.
  originalPrice: (text) => readPrice('originalPriceText', text, true),
}

function isChoice(column: CarColumn): column is ChoiceName {
  return choiceNames.some((name) => name === column)
}

function isNumber(column: CarColumn): column is NumberName {
  return numberNames.some((name) => name === column)
}

function rejection(message: string, fix: string): Reading {
  return { rejection: { message, fix } }
}

function leftOut(message: string, fix: string): Reading {
  return { warning: { message: `${message} It will be left out.`, fix } }
}

/** Validates a value against the API's schema for its field. */
function checked(column: FieldColumn, value: unknown, said: GivenFields): Reading {
  const { error } = columnSchemas[column].safeParse(value)
  if (!error) return { said }
  return rejection(`We can’t use this for “${carColumns[column].label}.”`, error.issues[0]!.message)
}

/**
 * Returns a column's label as it appears within a sentence: `Model name` becomes lowercase, but an acronym
 * does not.
 */
function labelOf(column: CarColumn): string {
  const { label } = carColumns[column]
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}

function readChoice(column: ChoiceName, text: string): Reading {
  const option = findOption(column, text)
  if (option !== undefined) return { said: option === '' ? {} : { [column]: option } }
  const message = `We don’t recognize the ${labelOf(column)} “${shortened(text)}”.`
  const { error } = columnSchemas[column].safeParse(text)
  const fix = error?.issues[0]?.message ?? 'Leave it empty.'
  return leftOut(message, fix)
}

function readMake(text: string, makes: MakesByKey): Reading {
  const make = makes.get(makeKey(text))
  if (make !== undefined) return { said: { make } }
  return rejection(`We don’t recognize the make “${shortened(text)}”.`, 'Use a make from our list.')
}

function readVin(text: string): Reading {
  const { vin, reason, suggestion } = judgeVin(text)
  if (reason === null) return { said: { vin: vin || null } }
  return rejection(reason, suggestion ? `Enter ${suggestion} if that’s the car’s VIN.` : COMPARE_VIN)
}

/**
 * Reads a price.
 * @param isOptional true if an invalid price is dropped and the car is imported without it
 */
function readPrice(field: 'priceText' | 'originalPriceText', text: string, isOptional: boolean): Reading {
  const minor = centsOf(roundToCents(text))
  if (minor) return { said: { [field]: formatMoney(minor).replace('$', '') } }
  const message = `“${shortened(text)}” isn’t a price in US dollars.`
  const fix = 'Enter a number, such as 24,900, or leave it empty.'
  return isOptional ? leftOut(message, fix) : rejection(message, fix)
}

/**
 * Rounds a price to cents, because a formula can produce more decimals. Prices such as `24.990` are left
 * unchanged, because the last three digits may be thousands.
 */
function roundToCents(text: string): string {
  const [, start = '', amount = '', end = ''] = /^(\D*)(\d[\d,]*\.\d{3,})(\D*)$/.exec(text) ?? []
  if (amount === '' || /^[\d,]{1,3}\.\d{3}$/.test(amount)) return text
  const wholeAndCents = Number(amount.replaceAll(',', '')).toFixed(2)
  return `${start}${wholeAndCents}${end}`
}

/** Reports whether a price is zero. Dealers' systems write zero if a price is not known yet. */
function isNoPrice(text: string): boolean {
  return centsOf(text) === 0
}

function centsOf(text: string): number | null {
  return parsePrice(text.replace(/^(?:US\$|USD)|USD$/gi, '').trim())
}

function readMileage(text: string): Reading {
  const [, amount = '', word = ''] = /^([\d.,\s]+)([a-z][a-z. ]*)?$/i.exec(text) ?? []
  const unit = word.trim() === '' ? undefined : unitOf(word)
  const mileage = unit === null ? null : figureOf(amount)
  if (mileage === null)
    return rejection(`“${shortened(text)}” isn’t a mileage.`, 'Enter a number, such as 12,345.')
  const rounded = Math.round(mileage)
  return checked('mileage', rounded, { mileage: rounded, ...(unit && { mileageUnit: unit }) })
}

function unitOf(text: string): MileageUnit | null {
  const word = text.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(mi|mile|miles|mls|smi)$/.test(word)) return 'mi'
  return /^(km|kms|kmt|kilometers?|kilometres?)$/.test(word) ? 'km' : null
}

const HP_A_KW = 1.341_022
const CC_A_LITER = 1000
/**
 * Engine sizes below this number that have no unit are in liters. No car's engine is that small in cubic
 * centimeters or that large in liters.
 */
const MAX_LITERS = 20

function readNumber(column: NumberName, text: string): Reading {
  const [, amount = '', word = ''] = /^([\d.,\s]+)(-[a-z. ³]*|[a-z³][a-z. ³]*)?$/i.exec(text) ?? []
  const figure = figureOf(amount)
  if (figure === null) {
    const reject = column === 'year' || /\d/.test(text) ? rejection : leftOut
    return reject(`“${shortened(text)}” isn’t a number.`, examples[column] ?? 'Enter a number.')
  }
  const value = Math.round(figure * factorOf(column, figure, word.replace('-', '').trim().toLowerCase()))
  return checked(column, value, { [column]: value })
}

const examples: Partial<Record<NumberName, string>> = { year: 'Enter a year, such as 2021.' }

function factorOf(column: NumberName, figure: number, word: string): number {
  const isInLiters = word.startsWith('l') || (word === '' && figure < MAX_LITERS)
  if (column === 'engineCc' && isInLiters) return CC_A_LITER
  return column === 'powerKw' && /^(hp|bhp|ps|horsepower)/.test(word) ? 1 / HP_A_KW : 1
}

/**
 * Parses a number in common notations: `12,345`, `12 345`, `12.345`, and `12345.0`. Returns null for other
 * strings.
 */
function figureOf(text: string): number | null {
  const amount = text.trim()
  if (/^\d{1,3}([,. ]\d{3})+$/.test(amount)) return Number(amount.replace(/[,. ]/g, ''))
  return /^\d+(\.\d+)?$|^\d{1,3}(,\d{3})+\.\d+$/.test(amount) ? Number(amount.replaceAll(',', '')) : null
}

const SHOWN = 60

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
