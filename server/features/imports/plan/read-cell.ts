import { choiceNames, type ChoiceName } from '../../../../contract/cars/car-choices.ts'
import {
  carColumns,
  getFileField,
  type CarColumn,
  type FieldColumn,
} from '../../../../contract/cars/car-columns.ts'
import { getTextFact, textNames, type TextName } from '../../../../contract/cars/car-texts.ts'
import { ENTER_DAY } from '../../../../contract/calendar-day.ts'
import { KM_PER_MILE } from '../../../../contract/cars/mileage.ts'
import {
  HP_PER_KW,
  numericFieldNames,
  type MileageUnit,
  type NumberName,
} from '../../../../contract/cars/car-numbers.ts'
import { columnSchemas } from '../../../../contract/imports.ts'
import { formatMoney, parsePrice } from '../../../../contract/money.ts'
import { COMPARE_VIN, isPlaceholderVin, judgeVin, normalizeVin } from '../../../../contract/cars/vin.ts'
import { isKnownZip } from '../../../core/zip-codes.ts'
import type { CarFields } from '../../cars/car.ts'
import { makeKey, type MakesByKey } from '../../../../contract/cars/make-names.ts'
import { findExcelTrace } from './excel-traces.ts'
import { isJsonCell } from './json-cell.ts'
import { findOption } from './value-words.ts'

export type GivenFields = Partial<Omit<CarFields, 'images'>>

/** The value of a cell, or the reason why it has none. */
export type Reading = { fieldValues: GivenFields } | { rejection: CellError } | { warning: CellError }

export interface CellError {
  message: string
  fix: string
}

/**
 * Reports whether a cell contains a placeholder for an empty value. In free-text columns, any text is valid.
 */
export function isEmptyPlaceholder(column: CarColumn, cell: string): boolean {
  if (findExcelTrace(column, cell.trim()) !== null) return true
  const text = cell.trim().slice(0, MAX_SHORT_TEXT_LENGTH)
  if (column === 'vin') return isNoVinPlaceholder(text)
  // In some columns, such as the accidents, “none” is a value.
  return isSingleValue(column) && PLACEHOLDER.test(text) && !(isChoice(column) && findOption(column, text))
}

/**
 * Reports whether a cell means that the car has no VIN: a placeholder, with or without a label (`VIN: N/A`),
 * or only a label.
 */
function isNoVinPlaceholder(text: string): boolean {
  const vin = text.replace(/^vin\s?(?:no\.?|number)?\s?[:#=]\s?/i, '')
  return (
    PLACEHOLDER.test(vin) || isPlaceholderVin(text) || /^no ?vin$/i.test(text) || normalizeVin(text) === ''
  )
}

/** Reports whether a cell has no value. A price of zero counts as none. */
export function isEmptyCell(column: CarColumn, cell: string): boolean {
  return cell.trim() === '' || isEmptyPlaceholder(column, cell) || (column === 'price' && isNoPrice(cell))
}

/**
 * Maximum length of a number, price, VIN, or choice. Longer cells are truncated, which makes them invalid.
 */
const MAX_SHORT_TEXT_LENGTH = 200

/** Reports whether a column's cells contain a single value rather than free text. */
function isSingleValue(column: CarColumn): boolean {
  return isCodeOrPrice(column) || isChoice(column) || isNumber(column) || isDay(column)
}

const PLACEHOLDER =
  /^(n\/?a|none|null|nil|unknown|others?|unspecified|not (available|specified|applicable)|tbd|tba|[-–—?]+)$/i

function isCodeOrPrice(column: CarColumn): boolean {
  return ['vin', 'stockNo', 'mileageUnit', 'price', 'originalPrice', 'zip'].includes(column)
}

/**
 * Reads a cell that is not empty. An unrecognized value does not cause the row to be rejected, unless the
 * field is required.
 */
export function readCell(column: FieldColumn, cell: string, makes: MakesByKey): Reading {
  const trimmed = cell.trim().replace(/\r\n?/g, '\n')
  const text =
    isSingleValue(column) && trimmed.length > MAX_SHORT_TEXT_LENGTH
      ? `${trimmed.slice(0, MAX_SHORT_TEXT_LENGTH)}…`
      : trimmed
  const trace = findExcelTrace(column, text)
  if (trace) return omission(trace.message, trace.fix)
  if (isEmptyPlaceholder(column, text))
    return omission(`“${text}” means that the value is unknown or missing.`, 'Fill it in if you know it.')
  if (isChoice(column)) return readChoice(column, text)
  if (column === 'mileage') return readMileage(text)
  if (isNumber(column)) return readNumber(column, text)
  if (isDay(column)) return readDay(column, text)
  const readSpecial = readers[column]
  return readSpecial ? readSpecial(text, makes) : validate(column, text, { [getFileField(column)]: text })
}

const readers: Partial<Record<CarColumn, (text: string, makes: MakesByKey) => Reading>> = {
  make: readMake,
  vin: readVin,
  mileageUnit: (text) => {
    const unit = parseUnit(text)
    return unit
      ? { fieldValues: { mileageUnit: unit } }
      : omission(`“${truncate(text)}” isn’t a unit of distance.`, 'Enter mi or km.')
  },
  price: (text) => readPrice('priceText', text, isNoPrice(text)),
  location: (text) =>
    isJsonCell(text)
      ? omission(
          `We can’t read the address “${truncate(text)}”.`,
          'Enter city and state, such as Springfield, OH.',
        )
      : validate('location', text, { location: text }),
  zip: readZip,
  // An invalid original price does not cause the row to be rejected.
  originalPrice: (text) => readPrice('originalPriceText', text, true),
}

function isChoice(column: CarColumn): column is ChoiceName {
  return choiceNames.some((name) => name === column)
}

function isNumber(column: CarColumn): column is NumberName {
  return numericFieldNames.some((name) => name === column)
}

function isDay(column: CarColumn): column is TextName {
  return textNames.some((name) => name === column && getTextFact(name).isDay)
}

/** Reads a day: `2026-11-28` or `11/28/2026`, with or without a time. */
function readDay(column: TextName, text: string): Reading {
  const [, isoDay] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? []
  const [, month = '', dayOfMonth = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(text) ?? []
  const day = isoDay ?? (year && `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`)
  if (day && columnSchemas[column].safeParse(day).success) return { fieldValues: { [column]: day } }
  return omission(`“${truncate(text)}” isn’t a date.`, ENTER_DAY)
}

function rejection(message: string, fix: string): Reading {
  return { rejection: { message, fix } }
}

function omission(message: string, fix: string): Reading {
  return { warning: { message: `${message} It will be left out.`, fix } }
}

/** Validates a value against the API's schema for its field. */
function validate(column: FieldColumn, value: unknown, fieldValues: GivenFields): Reading {
  const { error } = columnSchemas[column].safeParse(value)
  if (!error) return { fieldValues }
  return rejection(`We can’t use this for “${carColumns[column].label}.”`, error.issues[0]!.message)
}

/**
 * Returns a column's label as it appears within a sentence: in lowercase, unless it begins with an acronym.
 */
function getColumnLabel(column: CarColumn): string {
  const { label } = carColumns[column]
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}

function readChoice(column: ChoiceName, text: string): Reading {
  const option = findOption(column, text)
  if (option !== undefined) return { fieldValues: option === '' ? {} : { [column]: option } }
  const message = `We don’t recognize the ${getColumnLabel(column)} “${truncate(text)}”.`
  const { error } = columnSchemas[column].safeParse(text)
  const fix = error?.issues[0]?.message ?? 'Leave it empty.'
  return omission(message, fix)
}

function readMake(text: string, makes: MakesByKey): Reading {
  const make = makes.get(makeKey(text))
  if (make !== undefined) return { fieldValues: { make } }
  return rejection(`We don’t recognize the make “${truncate(text)}”.`, 'Use a make from our list.')
}

function readVin(text: string): Reading {
  const { vin, reason, suggestion } = judgeVin(text)
  if (reason === null) return { fieldValues: { vin: vin || null } }
  return rejection(reason, suggestion ? `Enter ${suggestion} if that’s the car’s VIN.` : COMPARE_VIN)
}

/**
 * Reads a ZIP code. The last four digits of a ZIP+4 code are removed, and leading zeros are restored, because
 * Excel removes them from numbers.
 */
function readZip(text: string): Reading {
  const [, digits = ''] = /^(\d{3,5})(?:-\d{4})?$/.exec(text) ?? []
  const zip = digits.padStart(5, '0')
  if (isKnownZip(zip)) return { fieldValues: { zip } }
  return omission(`We don’t know the ZIP code “${truncate(text)}”.`, 'Check its five digits.')
}

/**
 * Reads a price.
 * @param isOptional true if an invalid price is omitted instead of causing an error
 */
function readPrice(field: 'priceText' | 'originalPriceText', text: string, isOptional: boolean): Reading {
  const minor = parseCents(roundToCents(text))
  if (minor) return { fieldValues: { [field]: formatMoney(minor).replace('$', '') } }
  const message = `“${truncate(text)}” isn’t a price in US dollars.`
  const fix = 'Enter a number, such as 24,900, or leave it empty.'
  return isOptional ? omission(message, fix) : rejection(message, fix)
}

/**
 * Rounds a price to cents, since a formula can produce more decimals. Prices such as `24.990` are left
 * unchanged, since the last three digits may be thousands.
 */
function roundToCents(text: string): string {
  const [, start = '', amount = '', end = ''] = /^(\D*)(\d[\d,]*\.\d{3,})(\D*)$/.exec(text) ?? []
  if (amount === '' || /^[\d,]{1,3}\.\d{3}$/.test(amount)) return text
  const wholeAndCents = Number(amount.replaceAll(',', '')).toFixed(2)
  return `${start}${wholeAndCents}${end}`
}

/** Reports whether a price is zero. Dealer systems write zero if a price is not known yet. */
function isNoPrice(text: string): boolean {
  return parseCents(text) === 0
}

function parseCents(text: string): number | null {
  return parsePrice(text.replace(/^(?:US\$|USD)|USD$/gi, '').trim())
}

function readMileage(text: string): Reading {
  const [, amount = '', suffix = ''] = /^([\d.,\s]+)([a-z][a-z. ]*)?$/i.exec(text) ?? []
  const unit = suffix.trim() === '' ? undefined : parseUnit(suffix)
  const mileage = unit === null ? null : parseFigure(amount)
  if (mileage === null)
    return rejection(`“${truncate(text)}” isn’t a mileage.`, 'Enter a number, such as 12,345.')
  const rounded = Math.round(mileage)
  return validate('mileage', rounded, { mileage: rounded, ...(unit && { mileageUnit: unit }) })
}

function parseUnit(text: string): MileageUnit | null {
  const suffix = text.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(mi|mile|miles|mls|smi)$/.test(suffix)) return 'mi'
  return /^(km|kms|kmt|kilometers?|kilometres?)$/.test(suffix) ? 'km' : null
}

const CC_PER_LITER = 1000
/**
 * The threshold below which an engine size without a unit is in liters. No car's engine is that small in
 * cubic centimeters or that large in liters.
 */
const MAX_LITERS = 20

function readNumber(column: NumberName, text: string): Reading {
  const [, amount = '', suffix = ''] = /^([\d.,\s]+)(-[a-z. ³]*|[a-z³][a-z. ³]*|%)?$/i.exec(text) ?? []
  const figure = parseFigure(amount)
  if (figure === null) {
    const reject = column === 'year' || /\d/.test(text) ? rejection : omission
    return reject(`“${truncate(text)}” isn’t a number.`, examples[column] ?? 'Enter a number.')
  }
  const value = Math.round(
    figure * getUnitFactor(column, figure, suffix.replace('-', '').trim().toLowerCase()),
  )
  return validate(column, value, { [column]: value })
}

const examples: Partial<Record<NumberName, string>> = { year: 'Enter a year, such as 2021.' }

function getUnitFactor(column: NumberName, figure: number, suffix: string): number {
  const isInLiters = suffix.startsWith('l') || (suffix === '' && figure < MAX_LITERS)
  if (column === 'engineCc' && isInLiters) return CC_PER_LITER
  // A battery health of 0.94 is 94%.
  if (column === 'batteryHealth' && suffix === '' && figure <= 1) return 100
  if (column === 'evRange' && suffix.startsWith('km')) return 1 / KM_PER_MILE
  return column === 'powerKw' && /^(hp|bhp|ps|horsepower)/.test(suffix) ? 1 / HP_PER_KW : 1
}

/**
 * Parses a number in common notations: `12,345`, `12 345`, `12.345`, and `12345.0`. Returns null for other
 * strings.
 */
function parseFigure(text: string): number | null {
  const amount = text.trim()
  if (/^\d{1,3}([,. ]\d{3})+$/.test(amount)) return Number(amount.replace(/[,. ]/g, ''))
  return /^\d+(\.\d+)?$|^\d{1,3}(,\d{3})+\.\d+$/.test(amount) ? Number(amount.replaceAll(',', '')) : null
}

const MAX_QUOTED = 60

function truncate(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text
}
