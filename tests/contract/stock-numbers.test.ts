import { fc } from '../support/fast-check.ts'
import { expect, it } from 'vitest'
import { nextStockNumber } from '../../contract/cars/stock-numbers.ts'

it.each([
  ['10000', '10001'],
  ['ABC', 'ABD'],
  ['123B9', '123C0'],
  ['A-099', 'A-100'],
  ['99', '100'],
  ['Zz', 'AAa'],
  ['a9', 'b0'],
  ['№-', '№-1'],
])('increments %s to %s', (number, next) => {
  expect(nextStockNumber(number)).toBe(next)
})

it('never repeats or shortens a number', () => {
  const numbers = fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZabcxyz-/ '), maxLength: 8 })
  fc.assert(
    fc.property(numbers, (first) => {
      const usedNumbers = new Set([first])
      let number = first
      for (let step = 0; step < 200; step++) {
        const next = nextStockNumber(number)
        expect(usedNumbers.has(next), `${first}: ${next} again`).toBe(false)
        expect(next.length).toBeGreaterThanOrEqual(number.length)
        usedNumbers.add((number = next))
      }
    }),
  )
})
