import { describe, expect, it } from 'vitest'
import { carForm, createEmptyCar, toCarInput } from '../../src-renderer/features/cars/car-form.ts'
import { getResellPriceNote } from '../../src-renderer/features/cars/resell-price-note.ts'

const filled = carForm.parse({
  ...createEmptyCar(),
  category_name: 'Audi',
  modelName: 'A4',
  usageTime: '1 year',
  originalPrice: '30,000',
  selllerContact: '555',
})

const noPhotos = { images: [], shots: [] }

describe('the note on a resale price', () => {
  it.each(['24900', '$24,900', '18,450.50'])('is empty if %s can be paid online', (text) => {
    expect(getResellPriceNote(text)).toBeUndefined()
  })

  it.each(['about 20k', '-5', '1e4', '24,90'])('explains that %s is shown as price on request', (text) => {
    expect(getResellPriceNote(text)).toContain('Price on request')
  })

  it('explains the same if the price is missing', () => {
    expect(getResellPriceNote('  ')).toContain('Price on request')
  })

  it.each(['0.49', '1,000,000'])('explains that %s is outside the range that a card can pay', (text) => {
    expect(getResellPriceNote(text)).toContain('from $0.50 to $999,999.99')
  })
})

describe('the form of a car', () => {
  it('requires every field in the spec, and a make if none is clear', () => {
    const issues = carForm.safeParse(createEmptyCar()).error?.issues ?? []
    expect(issues.map(({ path: [field], message }) => [field, message])).toEqual([
      ['category_name', 'Choose a make.'],
      ['modelName', 'Model name is required.'],
      ['selllerContact', 'Phone is required.'],
      ['usageTime', 'Usage time is required.'],
      ['originalPrice', 'Original price is required.'],
    ])
  })

  it('leaves fields empty that the seller did not fill in', () => {
    expect(toCarInput(filled, noPhotos)).toMatchObject({
      condition: '',
      year: null,
      mileage: null,
      fuel: null,
    })
  })

  it('sends the photos in order, the first as the cover photo', () => {
    expect(toCarInput(filled, { images: ['/b', '/a'], shots: [null, 'rear'] })).toMatchObject({
      images: ['/b', '/a'],
      shots: [null, 'rear'],
      image_url: '/b',
    })
    expect(toCarInput(filled, noPhotos)).toMatchObject({ images: [], image_url: '' })
  })

  it('leaves the mileage unit unknown until the user chooses a unit', () => {
    expect(toCarInput({ ...filled, mileage: 9, mileageUnit: null }, noPhotos).mileageUnit).toBeNull()
  })

  it('sends no unit without a mileage', () => {
    expect(toCarInput(filled, noPhotos).mileageUnit).toBeNull()
    expect(toCarInput({ ...filled, mileage: 0 }, noPhotos).mileageUnit).toBe('mi')
  })
})
