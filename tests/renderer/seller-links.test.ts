import { expect, it } from 'vitest'
import { formatMakeCars } from '../../src-renderer/features/sign-in/SignInNotice.tsx'
import { sellPath } from '../../src-renderer/session/sell-path.ts'

it('the link takes each user to the selling form, or to the step required first', () => {
  expect(sellPath(null)).toBe('/register?account=seller')
  expect(sellPath({ isSeller: false, isAdmin: false })).toBe('/dashboard/account#account-type')
  expect(sellPath({ isSeller: true, isAdmin: false })).toBe('/dashboard/addcars')
  expect(sellPath({ isSeller: false, isAdmin: true })).toBe('/dashboard/addcars')
})

it('the number of cars of a make is phrased naturally', () => {
  expect(formatMakeCars(24, 'Tesla')).toBe('all 24 Teslas')
  expect(formatMakeCars(1, 'Audi')).toBe('the one Audi')
  expect(formatMakeCars(3, 'Lexus')).toBe('all 3 Lexus cars')
  expect(formatMakeCars(12_000, 'BMW')).toBe('all 12,000 BMWs')
})
