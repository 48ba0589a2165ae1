import { choiceNames, type ChoiceName } from '../../../../contract/car-choices.ts'
import { carColumns, type CarColumn } from '../../../../contract/car-columns.ts'
import { numberNames, type MileageUnit, type NumberName } from '../../../../contract/car-numbers.ts'
import { columnSchemas } from '../../../../contract/imports.ts'
import { formatMoney, parsePrice } from '../../../../contract/money.ts'
import { judgeVin } from '../../../../contract/vin.ts'
import type { CarFields } from '../../cars/car.ts'
import { findOption } from './value-words.ts'

/** What a file may say of a car. */
export type Said = Partial<Omit<CarFields, 'images'>>

/** What a cell says, or why it says nothing: `message` gives the reason, `fix` what to do. */
export type Reading = { said: Said } | { fault: Fault } | { warning: Fault }

export interface Fault {
  message: string
  fix: string
}

/** Each make by its names in lowercase letters and digits, those it once had too. */
export type Makes = Readonly<Record<string, string>>

/** Reads a cell that is not empty. A color that we don't have is no reason to refuse a car. */
export function readCell(column: Exclude<CarColumn, 'id'>, cell: string, makes: Makes): Reading {
  const text = cell.trim().replace(/\r\n?/g, '\n')
  if (isChoice(column)) return readChoice(column, text)
  if (column === 'mileage') return readMileage(text)
  if (isNumber(column)) return readNumber(column, text)
  const special = readers[column]
  return special ? special(text, makes) : checked(column, text, { [fieldOf(column)]: text })
}

const readers: Partial<Record<CarColumn, (text: string, makes: Makes) => Reading>> = {
  make: readMake,
  vin: readVin,
  mileageUnit: (text) => {
    const unit = unitOf(text)
    return unit
      ? { said: { mileageUnit: unit } }
      : fault(`“${text}” isn’t a unit of distance.`, 'Enter mi or km.')
  },
  price: (text) => readPrice('priceText', text),
  originalPrice: (text) => readPrice('originalPriceText', text),
}

const ownNames: Partial<Record<CarColumn, keyof Said>> = {
  price: 'priceText',
  originalPrice: 'originalPriceText',
  phone: 'sellerContact',
}

/** What the server calls a column. */
export function fieldOf(column: Exclude<CarColumn, 'id'>): keyof Said {
  return ownNames[column] ?? (column as keyof Said)
}

function isChoice(column: CarColumn): column is ChoiceName {
  return choiceNames.some((name) => name === column)
}

function isNumber(column: CarColumn): column is NumberName {
  return numberNames.some((name) => name === column)
}

function fault(message: string, fix: string): Reading {
  return { fault: { message, fix } }
}

/** By the schema that the API has for it. */
function checked(column: Exclude<CarColumn, 'id'>, value: unknown, said: Said): Reading {
  const { error } = columnSchemas[column].safeParse(value)
  if (!error) return { said }
  return fault(`This can’t be the ${labelOf(column)}.`, error.issues[0]!.message)
}

/** `Model name` within a sentence; a word of capitals stays. */
function labelOf(column: CarColumn): string {
  const { label } = carColumns[column]
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}

function readChoice(column: ChoiceName, text: string): Reading {
  const option = findOption(column, text)
  if (option !== undefined) return { said: { [column]: option } }
  const message = `“${shortened(text)}” isn’t a ${labelOf(column)} that we know.`
  const { error } = columnSchemas[column].safeParse(text)
  const fix = error?.issues[0]?.message ?? 'Leave it empty.'
  const isColor = column === 'color' || column === 'interiorColor'
  return isColor ? { warning: { message: `${message} It’s left out.`, fix } } : fault(message, fix)
}

function readMake(text: string, makes: Makes): Reading {
  const make = makes[text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')]
  if (make !== undefined) return { said: { make } }
  return fault(
    `“${shortened(text)}” isn’t a make that we know.`,
    'Write it as it stands in our list of makes.',
  )
}

function readVin(text: string): Reading {
  const { vin, fault: why, suggestion } = judgeVin(text)
  if (why === null) return { said: { vin: vin || null } }
  return fault(why, suggestion ? `Enter ${suggestion}, if that’s it.` : 'Compare it with the car’s papers.')
}

function readPrice(field: 'priceText' | 'originalPriceText', text: string): Reading {
  const amount = text.replace(/^(US\$|USD)\s*|\s*USD$/gi, '')
  const minor = parsePrice(amount)
  if (minor) return { said: { [field]: formatMoney(minor).replace('$', '') } }
  return fault(
    `“${shortened(text)}” isn’t a price in US dollars.`,
    'Enter a number, such as 24,900, or leave it empty.',
  )
}

function readMileage(text: string): Reading {
  const [, amount = '', word = ''] = /^([\d.,\s]+)([a-z. ]*)$/i.exec(text) ?? []
  const unit = word.trim() === '' ? undefined : unitOf(word)
  const mileage = unit === null ? null : figureOf(amount)
  if (mileage === null)
    return fault(`“${shortened(text)}” isn’t a mileage.`, 'Enter a number, such as 12,345.')
  const rounded = Math.round(mileage)
  return checked('mileage', rounded, { mileage: rounded, ...(unit && { mileageUnit: unit }) })
}

function unitOf(text: string): MileageUnit | null {
  const word = text.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(mi|mile|miles|mls)$/.test(word)) return 'mi'
  return /^(km|kms|kilometers?|kilometres?)$/.test(word) ? 'km' : null
}

const HP_A_KW = 1.341_022
const CC_A_LITER = 1000

function readNumber(column: NumberName, text: string): Reading {
  const [, amount = '', word = ''] = /^([\d.,\s]+)\s*-?([a-z. ³]*)$/i.exec(text) ?? []
  const figure = figureOf(amount)
  if (figure === null)
    return fault(`“${shortened(text)}” isn’t a number.`, examples[column] ?? 'Enter a number.')
  const value = Math.round(figure * factorOf(column, word.trim().toLowerCase()))
  return checked(column, value, { [column]: value })
}

const examples: Partial<Record<NumberName, string>> = { year: 'Enter a year, such as 2021.' }

function factorOf(column: NumberName, word: string): number {
  if (column === 'engineCc' && word.startsWith('l')) return CC_A_LITER
  return column === 'powerKw' && /^(hp|bhp|ps)/.test(word) ? 1 / HP_A_KW : 1
}

/** `12,345`, `12 345`, `12.345` and `12345.0` are numbers that people write. */
function figureOf(text: string): number | null {
  const amount = text.trim()
  if (/^\d{1,3}([,. ]\d{3})+$/.test(amount)) return Number(amount.replace(/[,. ]/g, ''))
  return /^\d+(\.\d+)?$|^\d{1,3}(,\d{3})+\.\d+$/.test(amount) ? Number(amount.replaceAll(',', '')) : null
}

const SHOWN = 60

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
