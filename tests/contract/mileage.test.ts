import { fc } from '../support/fast-check.ts'
import { expect, it } from 'vitest'
import {
  convertMileage,
  formatMileage,
  convertSearchedMiles,
  getLocaleMileageUnit,
  toSearchedMiles,
} from '../../contract/cars/mileage.ts'

it.each([
  ['en-US', 'mi'],
  ['en', 'mi'],
  ['en-GB', 'mi'],
  ['de', 'km'],
  ['en-AU', 'km'],
  ['fr-CA', 'km'],
  ['not a locale', 'mi'],
])('the locale %s uses %s', (locale, unit) => {
  expect(getLocaleMileageUnit(locale)).toBe(unit)
})

it('converting a distance and converting it back returns the original value', () => {
  expect(convertMileage(38_000, 'mi', 'km')).toBe(61_155)
  expect(convertMileage(61_155, 'km', 'mi')).toBe(38_000)
  expect(convertMileage(7, 'km', 'km')).toBe(7)
})

it('a limit in kilometers keeps its round value and includes cars exactly at it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000 }), (tens) => {
      const miles = toSearchedMiles(tens * 10, 'km')
      expect(convertSearchedMiles(miles, 'km')).toBe(tens * 10)
      expect(miles * 1.609_344).toBeGreaterThanOrEqual(tens * 10)
      expect((miles - 1) * 1.609_344).toBeLessThan(tens * 10)
    }),
  )
  expect(convertSearchedMiles(40_000, 'mi')).toBe(40_000)
})

it('a mileage without a unit is marked as “unit not given”', () => {
  expect(formatMileage(150_000, null)).toBe('150,000, unit not given')
  expect(formatMileage(150_000, 'km')).toBe('150,000 km')
  expect(formatMileage(null, null)).toBeNull()
})
