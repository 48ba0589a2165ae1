import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { computeAllInPrice } from '../../../contract/all-in-price.ts'
import { choiceFacts, mapChoices } from '../../../contract/cars/car-choices.ts'
import { mapNumericFields, getNumberFact, type NumberName } from '../../../contract/cars/car-numbers.ts'
import { mapTexts, textFacts } from '../../../contract/cars/car-texts.ts'
import { getCarTitle } from '../../../contract/cars/car-name.ts'
import { carInput, type Car, type CarInput } from '../../../contract/cars/cars.ts'
import { readFields, writeFields } from '../../../contract/cars/seller-fields.ts'
import type { Shot } from '../../../contract/cars/shots.ts'
import { parsePrice, getPublicPrice } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getMileageUnit } from '../../ui/mileage-unit.ts'

/** The form's schema. Photos are uploaded separately, and the model is derived from the model name. */
export const carForm = carInput.omit({ image_url: true, images: true, shots: true, model: true })

export type CarFormInput = z.input<typeof carForm>
export type CarFormValues = z.output<typeof carForm>
export type CarFormControls = UseFormReturn<CarFormInput, unknown, CarFormValues>

/** The URLs of a form's photos, and what each photo shows. */
export interface UploadedPhotos {
  images: string[]
  shots: (Shot | null)[]
}

/** Field options that convert an empty choice to null. */
export const orNull = { setValueAs: (value: string | null) => value || null }

export function createEmptyCar(): CarFormInput {
  return { ...formValues({}), mileageUnit: getMileageUnit() }
}

export function toFormInput(car: Car): CarFormInput {
  return {
    ...formValues(car),
    mileageUnit: car.mileage === null ? getMileageUnit() : car.mileageUnit,
  }
}

function formValues({ marks = null, ...fields }: Partial<Car>) {
  const { model: _, ...values } = writeFields('wire', readFields('wire', fields))
  return { ...values, vin: values.vin ?? '', stockNo: values.stockNo ?? '', zip: values.zip ?? '', marks }
}

/**
 * Converts the form's values to the API's input.
 * @param photos the photos in order, the cover photo first
 */
export function toCarInput(values: CarFormValues, { images, shots }: UploadedPhotos): CarInput {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  return {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    marks: copyPhotos(images, values.marks),
    images,
    shots,
    image_url: images[0] ?? '',
  }
}

/** Returns the marks without photos that the user has removed from the form. */
export function copyPhotos<M extends { photo?: string | null | undefined }>(
  images: readonly string[],
  marks: readonly M[] | null | undefined,
) {
  if (!marks) return marks
  return marks.map((mark) => (mark.photo && !images.includes(mark.photo) ? { ...mark, photo: null } : mark))
}

export function toPreviewCar(
  values: Omit<CarFormInput, 'marks'>,
  rest: Pick<Car, 'image_url' | 'sellerName' | 'sellerVerified' | 'fees'>,
): Car {
  const { category_name: make, modelName } = values
  const [resellPrice, originalPrice] = [String(values.resellPrice ?? ''), String(values.originalPrice)]
  const priceMinor = parsePrice(resellPrice)
  return {
    ...writeFields('wire', readFields('wire', { ...values, resellPrice, originalPrice })),
    ...rest,
    _id: 'preview',
    marks: null,
    marksAt: null,
    category: make,
    modelName: modelName.trim() || (make ? '' : 'Your car'),
    images: rest.image_url ? [rest.image_url] : [],
    resellPrice: getPublicPrice(resellPrice, priceMinor),
    priceMinor,
    originalPriceMinor: parsePrice(originalPrice),
    allInMinor: computeAllInPrice(priceMinor, rest.fees),
    sellerID: '',
    sellerUnproven: false,
    postedDate: '',
    postedAt: new Date().toISOString(),
    available: 'instock',
    paid: false,
    featured: false,
    priceChange: null,
    priceLabel: null,
    version: 1,
  }
}

const { deposit, depositDays, ...numberLabels } = mapNumericFields(numberLabel)
const { returns, ...choiceLabels } = mapChoices((name) => choiceFacts[name].label)

/** The labels, in the fields' order from top to bottom. */
export const fieldLabels: Record<keyof CarFormInput, string> = {
  vin: 'VIN',
  stockNo: 'Stock number',
  category_name: 'Make',
  modelName: 'Model name',
  ...numberLabels,
  mileageUnit: 'Mileage unit',
  noVinReason: 'Why it has no VIN',
  coverFocus: 'Cover photo crop',
  usageTime: 'Usage time',
  ...choiceLabels,
  ...mapTexts((name) => textFacts[name].label),
  marks: 'Marks and damage',
  description: 'Description',
  resellPrice: 'Resell price',
  originalPrice: 'Original price',
  deposit,
  depositDays,
  returns,
  selllerContact: 'Phone',
  location: 'Location',
  zip: 'ZIP code',
}

function numberLabel(name: NumberName): string {
  const { label, unit } = getNumberFact(name)
  return unit ? `${label} (${unit})` : label
}

export const formFields = Object.keys(fieldLabels) as (keyof CarFormInput)[]

export function duplicatePath({ _id }: Pick<Car, '_id'>): string {
  return `${pages.addCar.path}?like=${_id}`
}

export function editPath({ _id }: Pick<Car, '_id'>): string {
  return pagePath('editCar', { id: _id })
}

/** Returns a car's name for its seller, even for a draft without one. */
export function formatCarTitle(car: {
  year?: number | null | undefined
  category_name: string
  modelName: string
}): string {
  return getCarTitle({ ...car, year: car.year ?? null })
}
