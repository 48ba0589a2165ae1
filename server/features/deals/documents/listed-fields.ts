import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import { formatChangeValue } from '../../../../contract/cars/change-values.ts'
import {
  fieldNames,
  getFieldName,
  getSellerField,
  type FieldName,
} from '../../../../contract/cars/seller-fields.ts'
import {
  countMarks,
  describeMarkChange,
  readStatedMarks,
  type StatedMarks,
} from '../../../../contract/cars/marks.ts'
import { formatCount, formatNumber } from '../../../../contract/number-format.ts'
import { parsePrice } from '../../../../contract/money.ts'
import type { SoldListing } from '../../../sale/records/deal.repository.ts'

/** A field of the listing that the buyer paid for, with its current value if that differs. */
export interface Comparison {
  label: string
  promised: string
  now: string | null
}

export const NOT_STATED = 'Not stated'

/**
 * The mileage includes its unit, the crop of the cover photo is not a property of the car, and marks are
 * compared one by one.
 */
const hiddenNames: readonly FieldName[] = ['mileageUnit', 'coverFocus', 'marks']
const comparedNames = fieldNames.filter((name) => !hiddenNames.includes(name))

/** Compares the listing that the buyer paid for with the current one. Fields that neither contains are left out. */
export function compareListings(promised: SoldListing, current: SoldListing): Comparison[] {
  if (!promised.fields) return []
  const rows = comparedNames.flatMap((name): Comparison[] => {
    const [before, now] = [describeField(promised, name), describeField(current, name)]
    if (before === null && now === null) return []
    return [compare(getSellerField(name).label, before ?? NOT_STATED, now ?? NOT_STATED)]
  })
  return [
    ...rows,
    ...compareMarks(promised, current),
    comparePhotos(promised.images ?? [], current.images ?? []),
  ]
}

function compare(label: string, promised: string, now: string): Comparison {
  return { label, promised, now: now === promised ? null : now }
}

function compareMarks(promised: SoldListing, current: SoldListing): Comparison[] {
  const [before, now] = [readListedMarks(promised), readListedMarks(current)]
  if (!before && !now) return []
  const isSame = JSON.stringify(before?.marks) === JSON.stringify(now?.marks)
  return [
    {
      label: getSellerField('marks').label,
      promised: countMarks(before) || NOT_STATED,
      now: isSame ? null : describeNow(before, now),
    },
  ]
}

function describeNow(before: StatedMarks | null, now: StatedMarks | null): string {
  const count = countMarks(now) || NOT_STATED
  return now && now.marks.length > 0 ? `${count}: ${describeMarkChange(before, now)}` : count
}

/** Returns the marks of a stored listing, or null if it states none. */
export function readListedMarks({ fields = {} }: SoldListing): StatedMarks | null {
  return readStatedMarks(fields[getSellerField('marks').label])
}

function comparePhotos(promised: readonly string[], current: readonly string[]): Comparison {
  const count = (photos: readonly string[]) =>
    photos.length === 0 ? 'None' : formatCount(photos.length, 'photo')
  const added = current.filter((url) => !promised.includes(url)).length
  const removed = promised.filter((url) => !current.includes(url)).length
  const changes = [
    added > 0 && `${formatNumber(added)} added`,
    removed > 0 && `${formatNumber(removed)} removed`,
  ]
  const isSame = added + removed === 0
  return {
    label: 'Photos',
    promised: count(promised),
    now: isSame ? null : `${count(current)}: ${changes.filter(Boolean).join(', ')}`,
  }
}

/**
 * Returns the display text of a field of a stored listing, or null if the listing does not state it. Text that is
 * not a price is omitted, because it may contain anything, even a phone number.
 */
export function describeField({ fields = {} }: SoldListing, name: FieldName): string | null {
  const value = fields[getSellerField(name).label] ?? null
  const isPrice = name === 'priceText' || name === 'originalPriceText'
  if (isPrice && parsePrice(String(value)) === null) return null
  const unit = (fields[getSellerField('mileageUnit').label] ?? null) as MileageUnit | null
  return formatChangeValue(getFieldName('wire', name), value, { unit, shown: unit ?? 'mi' }) || null
}
