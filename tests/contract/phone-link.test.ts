import { expect, it } from 'vitest'
import { buildPhoneLink } from '../../contract/phone-link.ts'

it.each([
  ['(503) 555-0100', 'tel:5035550100'],
  ['+44 113 555 0100', 'tel:+441135550100'],
  ['(+44) 113 555 0100', 'tel:+441135550100'],
  ['Mobile: +44 113 555 0100', 'tel:+441135550100'],
  ['ask at the desk', null],
  ['CALL NOW', null],
  ['+', null],
])('links %j to %j', (phone, link) => {
  expect(buildPhoneLink(phone)).toBe(link)
})

it.each([
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['+44(0)2079460958', 'tel:+442079460958'],
  ['+49 (0) 711 5550100', 'tel:+497115550100'],
  ['0044 (0)20 7946 0958', 'tel:00442079460958'],
  ['+353-[0]1-555-0100', 'tel:+35315550100'],
  ['+39 (0)6 5550 1000', 'tel:+390655501000'],
  ['(0) 20 7946 0958', 'tel:02079460958'],
])('omits the trunk zero after a country code: %j becomes %j', (phone, link) => {
  expect(buildPhoneLink(phone)).toBe(link)
})

it.each([
  ['(503) 555-0100 x123', 'tel:5035550100;ext=123'],
  ['503-555-0100x123', 'tel:5035550100;ext=123'],
  ['(503) 555-0100, ext. 123', 'tel:5035550100;ext=123'],
  ['(503) 555-0100 (Ext: 123)', 'tel:5035550100;ext=123'],
  ['503 555 0100 extension 7', 'tel:5035550100;ext=7'],
  ['503 555 0100 #42', 'tel:5035550100;ext=42'],
  ['+49 (0)711 5550100 Durchwahl 12', 'tel:+497115550100;ext=12'],
  ['+1 800 FLOWERS ext 5', 'tel:+18003569377;ext=5'],
])('separates the extension: %j becomes %j', (phone, link) => {
  expect(buildPhoneLink(phone)).toBe(link)
})

it.each([
  ['555-1234 / 555-9999', 'tel:5551234'],
  ['555-1234/555-9999', 'tel:5551234'],
  ['503 555 1234 or 503 555 9999', 'tel:5035551234'],
  ['503 555 1234 OR 503 555 9999', 'tel:5035551234'],
  ['+1 503 555 1234; +1 503 555 9999', 'tel:+15035551234'],
  ['503 555 1234 x1, 503 555 9999 x2', 'tel:5035551234;ext=1'],
  ['+49 711 555 1234 oder +49 711 555 9999', 'tel:+497115551234'],
  ['1-800-FLOWERS or 503 555 9999', 'tel:18003569377'],
  ['503 555 0100 after 6 pm', 'tel:5035550100'],
  ['0711/5550100', 'tel:07115550100'],
  ['+49 711/5550100', 'tel:+497115550100'],
])('takes the first number: %j becomes %j', (phone, link) => {
  expect(buildPhoneLink(phone)).toBe(link)
})

it.each([
  ['1-800-FLOWERS', 'tel:18003569377'],
  ['1-800-flowers', 'tel:18003569377'],
  ['1 800 GOT JUNK', 'tel:18004685865'],
  ['1-877-CARS-4-YOU', 'tel:187722774968'],
  ['+1 (800) FLOWERS', 'tel:+18003569377'],
  ['1-800-555-CARS', 'tel:18005552277'],
  ['555-CARS', 'tel:5552277'],
  ['1-800-AZJKLMNO', 'tel:180029555666'],
  ['503-555-0100 CELL', 'tel:5035550100'],
  ['Cell 555-0100', 'tel:5550100'],
])('converts letters to keypad digits: %j becomes %j', (phone, link) => {
  expect(buildPhoneLink(phone)).toBe(link)
})
