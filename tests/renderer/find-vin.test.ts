import { describe, expect, it } from 'vitest'
import { fc } from '../support/fast-check.ts'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
import { findVin } from '../../src-renderer/features/cars/scan-vin.ts'

const american = '1FADP5BU5DL500000'
const european = 'WVWZZZ1JZXW000001'
const sureVin = (vin: string) => ({ vin, isSure: true })

describe('the VIN in the text of bar codes', () => {
  it.each([
    ['without other text', american],
    ['between stars', `*${american}*`],
    ['after the I of an import', `I${american}`],
    ['in small letters', american.toLowerCase()],
    ['in an address', `https://dealer.example/car?vin=${american}&stock=10001`],
    ['among other words', `VIN: ${american}\nMODEL YEAR 2013`],
    ['with something right before it', `V${american}`],
    ['with something right after it', `${american}2013`],
    ['with lines between', `7KX\t${american}\t000`],
  ])('is found %s', (_where, text) => {
    expect(findVin([text])).toEqual(sureVin(american))
  })

  it('comes from the first bar code that contains a VIN', () => {
    expect(findVin(['4006381333931', 'https://example.com', american, european])).toEqual(sureVin(american))
  })

  it('is missing if a required check digit is wrong', () => {
    expect(findVin(['1FADP5BU3DL500000'])).toBeNull()
    expect(findVin(['1FADP5BU3DL500000', american])).toEqual(sureVin(american))
  })

  it('is uncertain if it has no check digit', () => {
    expect(findVin([`I${european}`])).toEqual({ vin: european, isSure: false })
  })

  it('is not extracted from a longer run without a check digit to confirm it', () => {
    expect(findVin([`${european}2000`])).toBeNull()
  })

  it.each(['', '17', 'ABCDEFGH', '4006381333931', 'https://example.com/cars'])(
    'is not found in %j',
    (text) => {
      expect(findVin([text])).toBeNull()
    },
  )

  it('is found regardless of the characters around it', () => {
    const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789')
    const vin = fc.array(character, { minLength: 17, maxLength: 17 }).map((characters) => {
      const text = characters.join('')
      return text.slice(0, 8) + computeCheckDigit(text) + text.slice(9)
    })
    const around = fc.stringMatching(/^[ .,:;/?=&*-]*$/)
    fc.assert(
      fc.property(vin, around, around, (vin, before, after) => {
        expect(findVin([before + vin + after])).toEqual(sureVin(vin))
      }),
    )
  })
})
