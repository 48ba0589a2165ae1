import { describe, expect, it } from 'vitest'
import { buildCarName, bindShortWords } from '../../contract/cars/car-name.ts'

const car = { year: 2021, category_name: 'Tesla', modelName: 'Model 3 Long Range' }

describe('a car’s name', () => {
  it('contains year, make, and model', () => {
    expect(buildCarName(car)).toBe('2021 Tesla Model 3 Long Range')
  })

  it('omits a missing year', () => {
    expect(buildCarName({ ...car, year: null })).toBe('Tesla Model 3 Long Range')
  })

  it('joins short parts with no-break spaces, so that no line begins with them', () => {
    expect(bindShortWords('2021 Tesla Model 3 Long Range')).toBe('2021 Tesla Model\u00a03 Long Range')
    expect(bindShortWords('BMW X5 M 50 d')).toBe('BMW\u00a0X5\u00a0M\u00a050\u00a0d')
  })

  it('does not repeat a make that the seller typed', () => {
    expect(buildCarName({ ...car, modelName: 'tesla Model 3' })).toBe('2021 tesla Model 3')
    expect(buildCarName({ ...car, modelName: 'Teslarossa' })).toBe('2021 Tesla Teslarossa')
    expect(buildCarName({ ...car, modelName: '2021 Tesla Model 3' })).toBe('2021 Tesla Model 3')
    expect(buildCarName({ ...car, year: null, modelName: '2021 Tesla Model 3' })).toBe('2021 Tesla Model 3')
    expect(buildCarName({ ...car, modelName: '2020 Tesla Model 3' })).toBe('2021 Tesla 2020 Tesla Model 3')
    expect(buildCarName({ year: null, category_name: 'Peugeot', modelName: '2008 GT' })).toBe(
      'Peugeot 2008 GT',
    )
  })
})
