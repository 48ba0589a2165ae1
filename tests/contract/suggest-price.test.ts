import { describe, expect, it } from 'vitest'
import { suggestPrice } from '../../contract/cars/suggest-price.ts'

describe('the suggestion for an unreadable price', () => {
  it.each([
    ['$21,5', 21_500_00],
    ['21,50', 21_500_00],
    ['24,90', 24_900_00],
    ['21.500', 21_500_00],
    ['21.500,00', 21_500_00],
    ["21'500", 21_500_00],
    ['21,500 USD', 21_500_00],
    ['USD 21,500.50', 21_500_50],
    ['21.5k', 21_500_00],
    ['around 20k, ask me', 20_000_00],
    ['21500 OBO', 21_500_00],
    ['$ 21,500.-', 21_500_00],
  ])('reads “%s” as %i cents', (text, cents) => {
    expect(suggestPrice(text)).toBe(cents)
  })

  it.each([
    '',
    'ask me',
    'twenty thousand',
    '-5',
    '1e4',
    '20k to 22k',
    '21,5000',
    '1234,500',
    '9,999,999 USD',
  ])('is missing for the ambiguous text “%s”', (text) => {
    expect(suggestPrice(text)).toBeNull()
  })

  it.each(['21,500', '$21,500.00', '21.5', '0'])('is missing for the valid price %s', (text) => {
    expect(suggestPrice(text)).toBeNull()
  })
})
