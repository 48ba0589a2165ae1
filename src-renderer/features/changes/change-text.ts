import { formatCalendarDay } from '../../../contract/calendar-day.ts'
import type { CarChange, ChangeKind, StayReason } from '../../../contract/car-changes.ts'
import { choiceFacts, optionLabel, type ChoiceName } from '../../../contract/car-choices.ts'
import { carFacts, type FactName } from '../../../contract/car-facts.ts'
import { numberFact, numberFacts, type MileageUnit, type NumberName } from '../../../contract/car-numbers.ts'
import type { Availability } from '../../../contract/cars.ts'
import { formatDay } from '../../../contract/dates.ts'
import { convertMileage, formatMileage } from '../../../contract/mileage.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { stateWords } from '../../../contract/state-words.ts'
import type { Together } from './together.ts'

type Value = CarChange['before']

const labels: Record<string, string> = {
  available: 'Status',
  category_name: 'Make',
  clearedVin: 'Reviewed VIN',
  description: 'Description',
  elsewhereNote: 'Sale note',
  elsewhereOn: 'Sold on',
  elsewherePriceMinor: 'Sold for',
  featuredAt: 'Advertised',
  heldVin: 'VIN in review',
  hiddenAt: 'Taken down',
  images: 'Photos',
  listed: 'Listed at',
  listedAt: 'First listed',
  mileageUnit: 'Mileage unit',
  model: 'Model',
  modelName: 'Model name',
  noVinReason: 'Why it has no VIN',
  postedAt: 'Listed',
  resellPrice: 'Price',
  selllerContact: 'Phone',
  stockNo: 'Stock number',
  vin: 'VIN',
}

/** What a field of a car is called; one that came later by its own name, in words. */
export function fieldLabel(field: string): string {
  return labels[field] ?? carFacts[field as FactName]?.label ?? inWords(field)
}

function inWords(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** In which unit a mileage stands, null where its seller did not say, and in which it is shown. */
export interface MileageUnits {
  unit: MileageUnit | null
  shown: MileageUnit
}

/** What a field was or is, as people read it; an empty text where it was nothing. */
export function valueText(field: string, value: Value, units: MileageUnits): string {
  if (field === 'featuredAt' || field === 'hiddenAt') return value === null ? 'No' : 'Yes'
  if (value === null) return ''
  if (field === 'available') return stateWords[value as Availability] ?? String(value)
  if (field === 'postedAt' || field === 'listedAt') return formatDay(String(value))
  if (field === 'elsewhereOn') return formatCalendarDay(String(value))
  if (field === 'elsewherePriceMinor') return formatMoney(Number(value))
  if (field === 'resellPrice' || field === 'originalPrice') return priceText(value)
  if (field in choiceFacts) return optionLabel(field as ChoiceName, String(value))
  if (field === 'mileage') return mileageText(Number(value), units)
  const text = field in numberFacts && numberFact(field as NumberName).text
  return text ? text(Number(value)) : String(value)
}

function mileageText(value: number, { unit, shown }: MileageUnits): string {
  const mileage = unit === null ? value : convertMileage(value, unit, shown)
  return formatMileage(mileage, unit && shown) ?? ''
}

/** A price as shown everywhere; another text as it was typed. */
export function priceText(value: Value): string {
  const minor = parsePrice(String(value))
  return minor === null ? String(value) : formatMoney(minor)
}

/** What was done, in a word or two. */
export const deeds: Record<ChangeKind, string> = {
  add: 'Added',
  edit: 'Edited',
  'bulk-edit': 'Edited',
  state: 'Status changed',
  delete: 'Taken down',
  feature: 'Advertised',
  unfeature: 'Advertising stopped',
  relist: 'Listed again',
  import: 'Imported',
  'delete-account': 'Account deleted',
  undo: 'Undone',
  revert: 'Reverted',
}

/**
 * What was done, and by whom, as its seller or an admin reads it.
 * @param changes what was changed together
 */
export function deedText(changes: Together, isOwn: boolean): string {
  const [{ kind, by, byName }] = changes
  const who = byName ?? (by === 'seller' && isOwn ? 'you' : whos[by ?? 'system'])
  return `${kind ? deeds[kind] : stepText(changes)}${who && ` by ${who}`}`
}

/** A step of a sale, or that the car's make is called otherwise, which renames and merges of makes bring along. */
function stepText(changes: Together): string {
  const make = changes.find(isRename)
  return make ? `Make renamed from ${String(make.before)} to ${String(make.after)}` : 'Status changed'
}

/** That is said by what was done already. */
export function isRename({ kind, field }: CarChange): boolean {
  return !kind && field === 'category_name'
}

const whos = { seller: 'the seller', team: 'our team', buyer: 'a buyer', system: '' }

/** Why something stays as it is, after the field's name and a colon: that may be one thing or many. */
export const stayWords: Record<StayReason, string> = {
  changed: 'changed since',
  sold: 'the car is sold',
  reserved: 'a buyer holds the car',
  removed: 'the car isn’t listed',
  'seller-gone': 'the seller’s account was deleted',
  'photo-gone': 'a photo was deleted',
  taken: 'another listing has it now',
  'not-allowed': 'you can’t revert this',
}
