import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
import { decodeVin, fits } from '../../server/features/vins/decode-vin.ts'

import { toPublicModelName, toPublicTrim } from '../../server/features/vins/public-names.ts'
import { readVinData, type VinData } from '../../server/features/vins/vin-data.ts'
import { call } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { vinFacts } from './vin-facts.ts'

const now = new Date('2026-11-22T12:00:00Z')
/** Number of VINs for which NHTSA has only partial data, or a name that dealers do not use. */
const MAY_DIFFER = 7

let data: VinData
beforeAll(async () => {
  data = await readVinData()
})

/**
 * Returns the VIN with a correct check digit.
 * @param vin may have any character at the position of the check digit
 */
const withCheckDigit = (vin: string) => vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9)

const lowerCase = (text: string | null) => text?.toLowerCase()

describe('VIN data from NHTSA', () => {
  it('has the correct model year for every known car', () => {
    const wrongYears = vinFacts.filter(({ vin, year }) => decodeVin(data, vin, now).year !== year)
    expect(wrongYears).toEqual([])
  })

  it('has the correct make and model of nearly all cars, and never a wrong make', () => {
    const decodedFacts = vinFacts.map((fact) => ({ ...fact, got: decodeVin(data, fact.vin, now) }))
    const mismatchedMakes = decodedFacts.filter(
      ({ make, got }) => got.make !== null && lowerCase(got.make) !== lowerCase(make),
    )
    expect(mismatchedMakes).toEqual([])
    const differingModels = decodedFacts.filter(({ model, got }) => lowerCase(got.model) !== lowerCase(model))
    expect(differingModels.map(({ vin, model, got }) => `${vin} ${model}: ${got.model}`)).toHaveLength(
      MAY_DIFFER,
    )
  })

  it('decodes quickly', () => {
    const startedAt = performance.now()
    for (const { vin } of vinFacts) decodeVin(data, vin, now)
    expect((performance.now() - startedAt) / vinFacts.length).toBeLessThan(5)
  })
})

describe('a VIN without further data', () => {
  it.each([
    ['WVWZZZ1KZ6W000001', 'Volkswagen', 2006],
    ['TMBJJ7NE3E0123456', 'Škoda', 2014],
    // The tenth character of this VIN does not encode a year.
    ['VF1RFB00X56000000', 'Renault', null],
    // Outside North America, year letters repeat after 30 years. This VIN's model code was already used in
    // the first cycle, so the year is ambiguous.
    ['WVWZZZ1HZTW000001', 'Volkswagen', null],
    ['AAAAAAAAAAAAAAAAA', null, null],
  ])('%s has at most a make and a year', (vin, make, year) => {
    expect(decodeVin(data, vin, now)).toMatchObject({ make, year, model: null })
  })

  it('ignores a model year that is still in the future', () => {
    expect(decodeVin(data, 'WVWZZZ1KZ3W000001', new Date('2031-01-01T00:00:00Z')).year).toBe(2003)
    expect(decodeVin(data, 'WVWZZZ1KZ3W000001', new Date('2032-01-01T00:00:00Z')).year).toBeNull()
  })
})

/** Cars from several markets. An empty cell is a value that the VIN does not determine. */
const cars = `
KMHJ381GFNU000001 Hyundai 2022
KMHJ381ABKU000001 Hyundai 2019
YV1LFM1V5S1000001 Volvo
JMZGJ426831000001 Mazda
X9FLXXEEBLES00001 Ford
3PCMANJ55Z0000001 Infiniti
W1V44781314000001 Mercedes-Benz
3KPF34AD2RE000001 Kia 2024
JTLZE4FE1DJ000001 Scion 2013 xB
1D4GP24333B000001 Dodge 2003 Caravan
JTDKARFU5J3000001 Toyota 2018 Prius
JTMAAABJ304000001 Toyota
TMBLD6NS5MB000001 Škoda 2021
6FPAAAJGSW4A00001 Ford
WF0AXXWPMAHB00001 Ford
W0L0AHL4865000001 Opel 2006
WAUZZZ8K9BA000001 Audi 2011
VXKUPHNKSL4000001 Opel
VF3LCBHZHJS000001 Peugeot
ZFA31200003000001 Fiat
SB1KS56E90E000001 Toyota
JTDKB20U40J000001 Toyota
KNEJE55256K000001 Kia 2006
YV4CZ852361000001 Volvo 2006
JM1NDAM79S0658829 Mazda 2025 MX-5
XP7YGCEK5PB000001 Tesla 2023 Model Y
`

describe('a VIN of any market', () => {
  const rows = cars.trim().split('\n')
  it.each(rows.map((row) => row.split(' ')))('%s decodes to %s %s %s', (vin = '', make, year, ...model) => {
    const { trim, ...facts } = decodeVin(data, vin, now)
    expect(facts).toMatchObject({ make, year: year ? Number(year) : null, model: model.join(' ') || null })
    if (/^(JTL|JTDKARFU)/.test(vin)) expect(trim).toBeNull()
  })

  it('is not decoded by North American patterns if its check digit is wrong or it is an export vehicle', () => {
    const isDecoded = (vin: string) => decodeVin(data, vin, now).model !== null
    expect(isDecoded('JTHFN45Y389019133')).toBe(true)
    expect(isDecoded('JTHFN45Y289019133')).toBe(false)
    expect(isDecoded('JTHFN45Y309019133')).toBe(false)
  })

  it('has the year of an early overseas car if its body or engine confirms the pattern', () => {
    expect(decodeVin(data, withCheckDigit('YV1LS5706S2000001'), now)).toMatchObject({
      year: 1995,
      model: '850 Series',
    })
  })
})

describe('a name in NHTSA’s data', () => {
  it.each([
    ['Caravan/Grand Caravan', 'Caravan'],
    ['Giulia (952)', 'Giulia'],
    ['C/K Pickup', 'C/K Pickup'],
    ['X 1/9', 'X 1/9'],
    ['C70 / C30', null],
    ['750i, Alpina B7', null],
    ['325i/325is', null],
    ['102, GV', null],
    ['Town and Country', 'Town and Country'],
  ])('is published for the model %s as %s', (text, name) => expect(toPublicModelName(text)).toBe(name))

  it.each([
    ['SEL', 'SEL'],
    ['R/T Plus', 'R/T Plus'],
    ['S+', 'S+'],
    ['LE (X Grade)', 'LE'],
    ['Limited Grade', 'Limited'],
    ['Grade: LE', 'LE'],
    ['N Grade', null],
    ['Low grade', null],
    ['Middle-low level', null],
    ['Two Eco/Three/Three Touring', null],
    ['S, ES, SE', null],
    ['Limited+L+KA+RE', 'Limited'],
    ['Prm Base+ES', null],
    ['EX w/RES', 'EX'],
    ['w/ Sunroof', null],
    ['Cab Type N/A', null],
    ['TBD', null],
  ])('is published for the trim %s as %s', (text, name) => expect(toPublicTrim(text)).toBe(name))

  it('is never published as a list or an internal code', () => {
    const values = (letter: string) =>
      data.schemas.flatMap((schema) => schema.split('\n').filter((line) => line.startsWith(letter)))
    const models = values('m').map((line) => toPublicModelName(line.split('|').at(-1)!))
    const trims = values('t').map((line) => toPublicTrim(line.split('\t')[1]!))
    const names = new Set([...models, ...trims])
    const badNames = [...names].filter((name) => name && /[;,]|\w{2,}\s?\/\s?\w{2,}|\w\+\w/.test(name))
    expect(badNames).toEqual([])
  })
})

describe('a pattern', () => {
  it.each([
    ['W1E5*|*K', '[WX]1E', true],
    ['W1E5N|NKD', '*1E[1-5]', true],
    ['W1E5N|NKD', '*1E[1-46-9]', false],
    ['W1E5N|NKD', '*****|*K', true],
    ['W1E5N|NKD', '*****|*L', false],
    ['W1E5N|NKD', 'W1E5N|NKDA', false],
  ])('is matched with %s by %s: %s', (described, pattern, isMatch) => {
    expect(fits(described, pattern)).toBe(isMatch)
  })
})

describe('GET /vin/:vin', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app?.close())
  const requestDecoding = (vin: string) =>
    call(app.url, 'decodeVin', { params: { vin }, token: app.people.seller.token })

  it('returns the decoded data of a VIN to a seller, regardless of its formatting', async () => {
    const { status, body } = await requestDecoding('1fadp-5bu5d l500000')
    expect(status).toBe(200)
    expect(body).toEqual({
      vin: '1FADP5BU5DL500000',
      make: 'Ford',
      model: 'C-Max',
      year: 2013,
      trim: 'SEL',
      body: 'hatch',
      fuel: 'Hybrid',
      doors: 5,
      engineCc: 2000,
      note: null,
    })
  })

  it('returns the known data of an unknown VIN, with a note on its unusual check digit', async () => {
    const { status, body } = await requestDecoding('WVWZZZ1KZ6W000001')
    expect(status).toBe(200)
    expect(body).toMatchObject({ make: 'Volkswagen', year: 2006, model: null })
    expect(body).toHaveProperty('note', expect.stringMatching(/check digit/))
  })

  it.each(['3PCMANJ55Z0000001', 'WVWZZZ1KZ6W000001', '1G1ZZZ4E105000001'])(
    'answers %s of an export vehicle with a note',
    async (vin) => {
      const { status, body } = await requestDecoding(vin)
      expect(status).toBe(200)
      expect(body).toHaveProperty('note', expect.stringMatching(/outside North America/))
    },
  )

  it.each([
    ['1FADP5BU5DL50000', /17 characters/],
    ['1FADP5BU3DL500000', /check digit/],
    ['1FADP5BU5DL5OOOOO', /Did you mean 1FADP5BU5DL500000\?/],
  ])('rejects %s and explains how to fix it', async (vin, message) => {
    const { status, body } = await requestDecoding(vin)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'vin', message: expect.stringMatching(message) }])
  })
})
