import { describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { findBestValue } from '../../src-renderer/features/shortlist/best-values.ts'

const unknown = {
  allInMinor: null,
  year: null,
  mileage: null,
  mileageUnit: null,
  owners: null,
  evRange: null,
  batteryHealth: null,
  warrantyUntil: null,
  title: null,
  accidents: null,
}
const cars = (...values: Partial<Car>[]) => values.map((value) => ({ ...unknown, ...value }) as Car)
const prices = (...minors: (number | null)[]) => cars(...minors.map((allInMinor) => ({ allInMinor })))

describe('the best value in a row', () => {
  it.each([
    ['price', prices(2_490_000, 2_360_000), 1, 'Lowest price by $1,300'],
    ['year', cars({ year: 2021 }, { year: 2019 }), 0, 'Newest by 2 years'],
    ['year', cars({ year: 2020 }, { year: 2021 }), 1, 'Newest by 1 year'],
    ['owners', cars({ owners: 3 }, { owners: 1 }), 1, 'Fewest owners by 2'],
    ['evRange', cars({ evRange: 300 }, { evRange: 260 }), 0, 'Longest range by 40 mi'],
    [
      'batteryHealth',
      cars({ batteryHealth: 90 }, { batteryHealth: 94 }),
      1,
      'Best battery health by 4 percentage points',
    ],
    [
      'warrantyUntil',
      cars({ warrantyUntil: '2027-01-01' }, { warrantyUntil: '2028-01-05' }),
      1,
      'Longest warranty by 12 months',
    ],
    [
      'warrantyUntil',
      cars({ warrantyUntil: '2027-01-10' }, { warrantyUntil: '2027-01-05' }),
      0,
      'Longest warranty by 5 days',
    ],
    ['title', cars({ title: 'rebuilt' }, { title: 'clean' }), 1, 'The only clean title'],
    [
      'accidents',
      cars({ accidents: 'none known' }, { accidents: 'minor' }),
      0,
      'The only one without a known accident',
    ],
  ] as const)('of %s has a reason', (name, compared, index, reason) => {
    expect(findBestValue(name, compared, 'mi')).toEqual({ index, reason })
  })

  it('compares mileages in the reader’s unit', () => {
    const compared = cars(
      { mileage: 50_000, mileageUnit: 'mi' },
      { mileage: 60_000, mileageUnit: 'km' },
      { mileage: 100_000, mileageUnit: 'km' },
    )
    expect(findBestValue('mileage', compared, 'mi')).toEqual({
      index: 1,
      reason: 'Lowest mileage by 12,718 mi',
    })
    expect(findBestValue('mileage', compared, 'km')).toEqual({
      index: 1,
      reason: 'Lowest mileage by 20,467 km',
    })
  })

  it('does not exist for a tie', () => {
    expect(findBestValue('price', prices(100, 100, 200), 'mi')).toBeNull()
    expect(findBestValue('title', cars({ title: 'clean' }, { title: 'clean' }), 'mi')).toBeNull()
    // The reader sees the same number of miles for both cars.
    const sameMiles = cars({ mileage: 62_137, mileageUnit: 'mi' }, { mileage: 100_000, mileageUnit: 'km' })
    expect(findBestValue('mileage', sameMiles, 'mi')).toBeNull()
  })

  it('is never an unknown value, and requires a second known value', () => {
    expect(findBestValue('price', prices(null, 100), 'mi')).toBeNull()
    expect(findBestValue('title', cars({ title: 'clean' }, {}), 'mi')).toBeNull()
    expect(findBestValue('mileage', cars({ mileage: 1 }, { mileage: 5, mileageUnit: 'mi' }), 'mi')).toBeNull()
  })

  it('claims nothing about unknown values', () => {
    expect(findBestValue('price', prices(null, 10_000, 30_000), 'mi')).toEqual({
      index: 1,
      reason: 'Lowest known price by $200',
    })
    const titles = cars({ title: 'clean' }, { title: 'salvage' }, {})
    expect(findBestValue('title', titles, 'mi')).toEqual({
      index: 0,
      reason: 'The only title known to be clean',
    })
  })

  it('does not exist for a fact without a best direction', () => {
    expect(findBestValue('color', cars({ color: 'Red' }, { color: 'Blue' }), 'mi')).toBeNull()
  })
})
