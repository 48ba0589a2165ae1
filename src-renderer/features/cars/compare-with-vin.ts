import { mapChoices, getOptionLabel, type ChoiceName } from '../../../contract/cars/car-choices.ts'
import type { DecodedVin } from '../../../contract/cars/decoded-vin.ts'
import type { CarFormInput } from './car-form.ts'

/** The fields that a VIN can fill in, from top to bottom. */
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

/** The values that a VIN encodes, as form values. Others are absent. */
export type VinValues = Partial<Record<VinField, string | number>>

/**
 * Converts a decoded VIN to the form's values.
 * @param makes the makes that a car may have. Any other make is not filled in.
 */
export function readVin({ make, model, ...vinValues }: DecodedVin, makes: readonly string[]): VinValues {
  const knownMake = makes.find((name) => isSame(name, make ?? ''))
  const formValues = { ...vinValues, category_name: knownMake ?? null, modelName: model }
  return Object.fromEntries(
    vinFields.flatMap((field) => (formValues[field] === null ? [] : [[field, formValues[field]]])),
  )
}

export function compareWithVin(
  says: VinValues,
  values: CarFormInput,
): { empty: VinField[]; other: VinField[] } {
  const vinValues = vinFields.filter((field) => says[field] !== undefined)
  const empty = vinValues.filter((field) => isEmpty(values[field]))
  const other = vinValues.filter(
    (field) => !empty.includes(field) && !agrees(field, values[field], says[field]),
  )
  return { empty, other }
}

/** Returns the fields that still have the VIN's value. */
export function listUneditedFields(filled: VinValues, values: CarFormInput): VinField[] {
  return vinFields.filter((field) => filled[field] !== undefined && values[field] === filled[field])
}

/**
 * Reports whether a typed value agrees with the decoded VIN. A typed name may contain more than the VIN
 * encodes, such as `C-Max Hybrid SEL`.
 */
function agrees(field: VinField, typed: unknown, vinValues: unknown): boolean {
  if (field !== 'modelName' && field !== 'trim') return isSame(String(typed), String(vinValues))
  return normalizeText(String(typed)).includes(normalizeText(String(vinValues)))
}

export function formatVinValue(field: VinField, value: unknown): string {
  const choice = choiceByField[field as ChoiceName]
  return choice ? getOptionLabel(choice, String(value)) : String(value)
}

const choiceByField: Partial<Record<string, ChoiceName>> = mapChoices((name) => name)

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

function isSame(some: string, other: string): boolean {
  return some.toLowerCase() === other.toLowerCase()
}

function normalizeText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
