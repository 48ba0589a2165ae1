import { expect, it } from 'vitest'
import { phoneLink } from '../../contract/phone-link.ts'

it.each([
  ['(503) 555-0100', 'tel:5035550100'],
  ['+44 113 555 0100', 'tel:+441135550100'],
  ['ask at the desk', null],
  ['+', null],
])('calls %j by %j', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
