import { describe, expect, it } from 'vitest'
import {
  isOneLetterOff,
  parseQuery,
  findSimilarNames,
} from '../../src-renderer/features/search/parse-query.ts'
import { interpretQuery } from '../../src-renderer/features/search/interpret-query.ts'
import type { Filters } from '../../src-renderer/features/search/search-filters.ts'

const makes = ['Audi', 'BMW', 'Honda', 'Land Rover', 'Mercedes-Benz', 'Tesla', 'Toyota', 'Volkswagen']

describe('words that name filters', () => {
  it.each<[typed: string, filters: Filters, rest: string]>([
    ['blue wagon', { color: 'Blue', body: 'wagon' }, ''],
    ['tesla under 30000', { brand: 'Tesla', priceMax: '30000' }, ''],
    [
      'Grey SUVs over $15,000 below 30k',
      { color: 'Gray', body: 'suv', priceMin: '15000', priceMax: '30000' },
      '',
    ],
    ['land rover diesel in Salem, OR', { brand: 'Land Rover', fuel: 'Diesel', place: 'Salem, OR' }, ''],
    ['vw golf', { brand: 'Volkswagen', model: 'Golf' }, ''],
    ['tesla model 3 long range', { brand: 'Tesla', model: 'Model 3' }, 'long range'],
    [
      'mercedes station wagon less than 20000',
      { brand: 'Mercedes-Benz', body: 'wagon', priceMax: '20000' },
      '',
    ],
    ['mini cooper', {}, 'mini cooper'],
    ['range rover sport', {}, 'range rover sport'],
    ['plug-in hybrid', { fuel: 'Plug-in hybrid' }, ''],
    // A year, a number, the word "in" within a sentence, and a second color remain search terms.
    ['honda under 2015', { brand: 'Honda' }, 'under 2015'],
    ['max 5', {}, 'max 5'],
    ['in good shape', {}, 'in good shape'],
    ['red blue', { color: 'Red' }, 'blue'],
    ['teslas audio bluetooth', {}, 'teslas audio bluetooth'],
    ['', {}, ''],
  ])('are recognized in %j', (typed, filters, remainder) => {
    expect(parseQuery(typed, makes, {})).toEqual({ filters, rest: remainder.split(' ').filter(Boolean) })
  })

  it('leave existing choices unchanged', () => {
    const existingFilters = { color: 'Red', brand: 'Audi', priceMax: '9000' }
    expect(parseQuery('blue tesla under 30000 wagon', makes, existingFilters)).toEqual({
      filters: { body: 'wagon' },
      rest: ['blue', 'tesla', 'under', '30000'],
    })
  })
})

describe('a misspelled word', () => {
  it.each([
    ['toyoda', 'toyota', true],
    ['toyot', 'toyota', true],
    ['toyotta', 'toyota', true],
    ['otyota', 'toyota', true],
    ['toyta', 'toyota', true],
    ['toyota', 'toyota', false],
    ['toyodda', 'toyota', false],
    ['ford', 'audi', false],
  ])('%s and %s differ by one letter: %s', (first, second, expected) => {
    expect(isOneLetterOff(first, second)).toBe(expected)
    expect(isOneLetterOff(second, first)).toBe(expected)
  })

  it('is found in makes first, then in their models', () => {
    expect(findSimilarNames('Toyoda', makes)[0]).toBe('Toyota')
    expect(findSimilarNames('civc', makes)).toEqual(['Civic'])
    expect(findSimilarNames('modle', ['Tesla'])).toContain('Model')
    expect(findSimilarNames('bwm', ['BMW', 'Audi'])).toEqual(['BMW'])
    expect(findSimilarNames('amg', ['MG', 'BMW'])).toEqual([])
  })
})

describe('a search by words', () => {
  /** Simulates a market in which these searches find the given numbers of cars, and all others find none. */
  function understand(typed: string, counts: Record<string, number>, filters: Filters = {}) {
    const askedQueries: string[] = []
    const count = async (query: Filters) => {
      askedQueries.push(JSON.stringify(query))
      return counts[askedQueries.at(-1)!] ?? 0
    }
    return interpretQuery(typed, { filters, makes, count }).then((reading) => ({
      reading,
      asked: askedQueries,
    }))
  }

  it('corrects a word that no car has, and reads the rest', async () => {
    const { reading } = await understand('Toyoda under 20k', { '{"q":"Toyota"}': 3 })
    expect(reading).toEqual({
      filters: { brand: 'Toyota', priceMax: '20000', q: '' },
      corrected: 'Toyota under 20k',
    })
  })

  it('corrects a word only if the correction matches a car, and the word itself does not', async () => {
    expect((await understand('corola', {})).reading).toBeNull()
    expect((await understand('corola', { '{"q":"Corolla"}': 1 })).reading?.corrected).toBe('Corolla')
    const { reading } = await understand('toyoda', { '{"q":"toyoda"}': 2 })
    expect(reading).toBeNull()
  })

  it('reads a model or a place if it covers all the cars found', async () => {
    const civic = { '{"q":"civic"}': 3, '{"brand":"Honda","model":"Civic"}': 3 }
    expect((await understand('civic', civic)).reading?.filters).toEqual({
      brand: 'Honda',
      model: 'Civic',
      q: '',
    })
    const moreCounts = { ...civic, '{"q":"civic"}': 4 }
    expect((await understand('civic', moreCounts)).reading).toBeNull()
    const placeCounts = { '{"q":"portland"}': 5, '{"place":"portland"}': 5 }
    expect((await understand('blue portland', placeCounts)).reading?.filters).toEqual({
      color: 'Blue',
      place: 'portland',
      q: '',
    })
  })

  it('leaves words after "in" unchanged unless they are a place', async () => {
    const { reading } = await understand('honda in good shape', {})
    expect(reading?.filters).toEqual({ brand: 'Honda', q: 'in good shape' })
    const salem = { '{"place":"Salem"}': 1 }
    expect((await understand('honda in Salem', salem)).reading?.filters).toEqual({
      brand: 'Honda',
      place: 'Salem',
      q: '',
    })
  })

  it('recognizes models on their make’s page, and sets no make there', async () => {
    const count = async () => 0
    const options = { filters: {}, makes, category: 'Tesla', count }
    expect((await interpretQuery('model 3 blue', options))?.filters).toEqual({
      model: 'Model 3',
      color: 'Blue',
      q: '',
    })
    expect(await interpretQuery('honda', options)).toBeNull()
  })

  it('sends no requests for a sentence', async () => {
    const { reading, asked: askedQueries } = await understand('a b c d e f g h i', {})
    expect([reading, askedQueries]).toEqual([null, []])
  })
})
