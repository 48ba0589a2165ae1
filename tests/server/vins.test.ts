import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeVin } from '../../server/features/vins/decode-vin.ts'
import { fits } from '../../server/features/vins/fits.ts'
import { readVinData, type VinData } from '../../server/features/vins/vin-data.ts'
import { call } from '../support/api-client.ts'
import { startWorld, type World } from '../support/world.ts'
import { vinFacts } from './vin-facts.ts'

const now = new Date('2026-11-22T12:00:00Z')
/** Known to NHTSA only in part, or by a name that the trade does not use. */
const MAY_DIFFER = 7

let data: VinData
beforeAll(async () => {
  data = await readVinData()
})

const said = (text: string | null) => text?.toLowerCase()

describe('what NHTSA’s data says of VINs', () => {
  it('is the model year of all whose car is known', () => {
    const wrong = vinFacts.filter(({ vin, year }) => decodeVin(data, vin, now).year !== year)
    expect(wrong).toEqual([])
  })

  it('is the make and model of nearly all, and never another make', () => {
    const decoded = vinFacts.map((fact) => ({ ...fact, got: decodeVin(data, fact.vin, now) }))
    const others = decoded.filter(({ make, got }) => got.make !== null && said(got.make) !== said(make))
    expect(others).toEqual([])
    const differing = decoded.filter(({ model, got }) => said(got.model) !== said(model))
    expect(differing.map(({ vin, model, got }) => `${vin} ${model}: ${got.model}`)).toHaveLength(MAY_DIFFER)
  })

  it('takes no time that anybody notices', () => {
    const begun = performance.now()
    for (const { vin } of vinFacts) decodeVin(data, vin, now)
    expect((performance.now() - begun) / vinFacts.length).toBeLessThan(5)
  })
})

describe('a VIN that nothing more is known of', () => {
  it.each([
    ['WVWZZZ1KZ6W000001', 'Volkswagen', 2006],
    ['TMBJJ7NE3E0123456', 'Škoda', 2014],
    // Its tenth character says something else.
    ['VF1RFB00X56000000', 'Renault', null],
    ['AAAAAAAAAAAAAAAAA', null, 2010],
  ])('%s still says its maker and year', (vin, make, year) => {
    expect(decodeVin(data, vin, now)).toMatchObject({ make, year, model: null })
  })

  it('says no year that is not here yet', () => {
    expect(decodeVin(data, 'WVWZZZ1KZ3W000001', new Date('2031-01-01T00:00:00Z')).year).toBe(2003)
    expect(decodeVin(data, 'WVWZZZ1KZ3W000001', new Date('2032-01-01T00:00:00Z')).year).toBe(2033)
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
  ])('of %s: %s fits: %s', (described, pattern, isSo) => {
    expect(fits(described, pattern)).toBe(isSo)
  })
})

describe('GET /vin/:vin', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world?.close())
  const ask = (vin: string) =>
    call(world.url, 'decodeVin', { params: { vin }, token: world.people.seller.token })

  it('tells a seller what a VIN says, however it was typed', async () => {
    const { status, body } = await ask('1fadp-5bu5d l500000')
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

  it('answers what is known of an unknown one, and that its check digit is unusual', async () => {
    const { status, body } = await ask('WVWZZZ1KZ6W000001')
    expect(status).toBe(200)
    expect(body).toMatchObject({ make: 'Volkswagen', year: 2006, model: null })
    expect(body).toHaveProperty('note', expect.stringMatching(/check digit/))
  })

  it.each([
    ['1FADP5BU5DL50000', /17 characters/],
    ['1FADP5BU3DL500000', /check digit/],
    ['1FADP5BU5DL5OOOOO', /Did you mean 1FADP5BU5DL500000\?/],
  ])('refuses %s and says what to do', async (vin, message) => {
    const { status, body } = await ask(vin)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'vin', message: expect.stringMatching(message) }])
  })
})
