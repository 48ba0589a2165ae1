import { expect, test } from 'vitest'
import { sellerFeesForm } from '../../src-renderer/features/seller-fees/seller-fees-form.ts'

test('a fee without a name and an amount has an error at both fields', () => {
  const { error } = sellerFeesForm.safeParse({ fees: [{ name: ' ', amount: '' }] })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['fees.0.name', 'Enter the fee’s name.'],
    ['fees.0.amount', 'Enter an amount from $0.01 to $10,000.'],
  ])
})

test('typed amounts become cents', () => {
  expect(sellerFeesForm.parse({ fees: [{ name: 'Documentation fee', amount: '299.5' }] })).toEqual({
    fees: [{ name: 'Documentation fee', amountMinor: 29_950 }],
  })
})
