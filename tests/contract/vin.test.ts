import { fc } from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import {
  computeCheckDigit,
  isForExport,
  judgeVin,
  needsCheckDigit,
  normalizeVin,
  VIN_LENGTH,
} from '../../contract/cars/vin.ts'

const LETTERS_AND_DIGITS = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789']
const character = fc.constantFrom(...LETTERS_AND_DIGITS)

/** Generates VINs with a correct check digit that start with one of the characters in `firsts`. */
function vins(firsts: readonly string[] = LETTERS_AND_DIGITS) {
  const otherCharacters = fc.array(character, { minLength: VIN_LENGTH - 1, maxLength: VIN_LENGTH - 1 })
  return fc
    .tuple(fc.constantFrom(...firsts), otherCharacters)
    .map(([first, others]) => [first, ...others].join(''))
    .map((vin) => replaceAt(vin, 8, computeCheckDigit(vin)))
}

function replaceAt(text: string, index: number, character: string): string {
  return text.slice(0, index) + character + text.slice(index + 1)
}

const checked = vins(['1', '2', '3', '4', '5', 'L'])

describe('a typed VIN', () => {
  it('is normalized regardless of case, spaces, and dashes', () => {
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\t'), {
      minLength: 17,
      maxLength: 17,
    })
    fc.assert(
      fc.property(vins(), gaps, fc.boolean(), (vin, separators, isLower) => {
        const typed = [...vin]
          .map((character, index) => separators[index] + (isLower ? character.toLowerCase() : character))
          .join('')
        expect(normalizeVin(typed)).toBe(vin)
        expect(judgeVin(typed)).toEqual(judgeVin(vin))
      }),
    )
  })

  it('causes no error when empty', () => {
    expect(judgeVin(' ')).toEqual({ vin: '', errorMessage: null, reason: null, suggestion: null, note: null })
  })

  it.each([
    ['1FADP5BU2DL50000', 'A VIN has 17 characters. This has 16.'],
    ['1FADP5BU2DL5000000', 'A VIN has 17 characters. This has 18.'],
    ['1FADP5BU2DL50000_', 'A VIN has only letters and digits.'],
    ['1FADP5BU2DL5000Ö0', 'A VIN has only letters and digits.'],
  ])('%s causes a specific error', (typed, errorMessage) => {
    expect(judgeVin(typed)).toMatchObject({ errorMessage, suggestion: null })
  })
})

describe('the check digit', () => {
  it.each(['1M8GDM9AXKP042788', '5GZCZ43D13S812715', 'LRW3E1EB6PC843415'])('is valid in %s', (vin) =>
    expect(judgeVin(vin)).toEqual({ vin, errorMessage: null, reason: null, suggestion: null, note: null }),
  )

  it.each(['0', '1', 'X', '9'])(
    'does not accept %s repeated 17 times as a VIN and adds a note',
    (character) => {
      const { vin, errorMessage, note } = judgeVin(character.repeat(VIN_LENGTH))
      expect([vin, errorMessage]).toEqual(['', null])
      expect(note).toContain('one character repeated')
    },
  )

  it('detects a single wrong character in a North American or Chinese VIN', () => {
    const index = fc.integer({ min: 1, max: VIN_LENGTH - 1 })
    fc.assert(
      fc.property(checked, index, character, (vin, position, replacement) => {
        const wrong = replaceAt(vin, position, replacement)
        fc.pre(!isForExport(wrong))
        // Some letters have the same value as a digit; for example, B, K, and S count as 2. Confusing them
        // does not change the check digit.
        const isSeen = position === 8 ? replacement !== vin[8] : computeCheckDigit(wrong) !== vin[8]
        expect(judgeVin(wrong).errorMessage !== null).toBe(isSeen)
      }),
    )
  })

  it('causes only a note if it is wrong in a VIN from another region', () => {
    fc.assert(
      fc.property(vins(['J', 'K', 'S', 'V', 'W', 'Y', 'Z', '6', '8', '9']), character, (vin, replacement) => {
        fc.pre(replacement !== vin[8])
        const { errorMessage, note } = judgeVin(replaceAt(vin, 8, replacement))
        expect(errorMessage).toBeNull()
        expect(note).toMatch(/check digit/)
      }),
    )
  })

  it('is not required of an export vehicle, which gets a note', () => {
    for (const vin of [
      '3PCMANJ55Z0000001',
      '3PCMANJ55U0000001',
      '3PCMANJ5500000001',
      '1G1ZZZ4E155000001',
      '1G1PA5ZZ1F5000001',
    ]) {
      expect(judgeVin(vin)).toMatchObject({
        errorMessage: null,
        note: expect.stringMatching(/outside North America/),
      })
    }
    expect(judgeVin('3PCMANJ55J0000001').errorMessage).toMatch(/check digit/)
  })

  it('is required throughout North America but not in New Zealand', () => {
    expect(['7SVAAABA1TX076213', '7MUCAABGXRV100388'].every(needsCheckDigit)).toBe(true)
    expect(['7A8CB1H32GF000000', 'WVWZZZ1KZ6W000001', 'JTDBT923291344240'].some(needsCheckDigit)).toBe(false)
  })
})

describe('the letters I, O and Q', () => {
  const looks: Record<string, string> = { '1': 'I', '0': 'O' }

  it('are never replaced automatically, but the intended VIN is suggested', () => {
    fc.assert(
      fc.property(checked, fc.nat(), (vin, seed) => {
        const positions = [...vin].flatMap((character, index) =>
          index !== 8 && index > 0 && looks[character] ? [index] : [],
        )
        fc.pre(positions.length > 0)
        const position = positions[seed % positions.length]!
        const typed = replaceAt(vin, position, looks[vin[position]!]!)
        const verdict = judgeVin(typed)
        expect(verdict.vin).toBe(typed)
        expect(verdict.suggestion).toBe(vin)
        expect(verdict.errorMessage).toContain(`Did you mean ${vin}?`)
      }),
    )
  })

  it('cause no suggestion that is not a valid VIN', () => {
    expect(judgeVin('1M8GDM9AXKPO42789').suggestion).toBeNull()
    expect(judgeVin('1M8GDM9AXKPO42789').errorMessage).toMatch(/^A VIN never has the letters I, O, or Q\./)
  })
})
