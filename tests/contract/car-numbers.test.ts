import { expect, it } from 'vitest'
import { carInput } from '../../contract/cars/cars.ts'

const { year, mileage } = carInput.shape

it.each([
  ['a year', year, 1900, 2100],
  ['a mileage', mileage, 0, 9_999_999],
])('%s is a whole number within its bounds, or missing', (_name, schema, min, max) => {
  for (const fine of [min, max, null, undefined]) expect(schema.safeParse(fine).success, `${fine}`).toBe(true)
  for (const wrong of [min - 1, max + 1, min + 0.5, '2020', Number.NaN])
    expect(schema.safeParse(wrong).success, `${wrong}`).toBe(false)
})

it('rejects an invalid year with a message that states the valid range', () => {
  expect(year.safeParse('last').error?.issues[0]?.message).toBe('Enter a year from 1900 to 2100.')
})
