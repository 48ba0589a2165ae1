import { eachChoice, optionLabel, type ChoiceName } from '../../../contract/cars/car-choices.ts'
import type { DecodedVin } from '../../../contract/cars/decoded-vin.ts'
import type { CarFormInput } from './car-form.ts'

/** What of the form a VIN can say, from top to bottom. */
const vinFields = [
  'category_name',
  'modelName',
  'year',
  'body',
  'fuel',
  'doors',
  'engineCc',
  'trim',
] as const satisfies readonly (keyof CarFormInput)[]

export type VinField = (typeof vinFields)[number]

/** What a VIN says, in the form's words; what it doesn't say is not there. */
export type VinSays = Partial<Record<VinField, string | number>>

/** @param makes those that a car may have: of another nothing can be filled in */
export function readVin({ make, model, ...said }: DecodedVin, makes: readonly string[]): VinSays {
  const known = makes.find((name) => isSame(name, make ?? ''))
  const all = { ...said, category_name: known ?? null, modelName: model }
  return Object.fromEntries(vinFields.flatMap((field) => (all[field] === null ? [] : [[field, all[field]]])))
}

/** Which fields are empty and can be filled in, and which say something else. */
export function compareWithVin(
  says: VinSays,
  values: CarFormInput,
): { empty: VinField[]; other: VinField[] } {
  const said = vinFields.filter((field) => says[field] !== undefined)
  const empty = said.filter((field) => isEmpty(values[field]))
  const other = said.filter((field) => !empty.includes(field) && !agrees(field, values[field], says[field]))
  return { empty, other }
}

/** Returns the fields that still have the value that a VIN filled in. */
export function unedited(filled: VinSays, values: CarFormInput): VinField[] {
  return vinFields.filter((field) => filled[field] !== undefined && values[field] === filled[field])
}

/** A name may say more than the VIN: `C-Max Hybrid SEL`. */
function agrees(field: VinField, typed: unknown, said: unknown): boolean {
  if (field !== 'modelName' && field !== 'trim') return isSame(String(typed), String(said))
  return lettersOf(String(typed)).includes(lettersOf(String(said)))
}

/** As people read it. */
export function shownValue(field: VinField, value: unknown): string {
  const choice = choiceOf[field as ChoiceName]
  return choice ? optionLabel(choice, String(value)) : String(value)
}

const choiceOf: Partial<Record<string, ChoiceName>> = eachChoice((name) => name)

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

function isSame(some: string, other: string): boolean {
  return some.toLowerCase() === other.toLowerCase()
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
