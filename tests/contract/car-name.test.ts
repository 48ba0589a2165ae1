import { describe, expect, it } from 'vitest'
import { carName } from '../../contract/car-name.ts'

const car = { year: 2021, category_name: 'Tesla', modelName: 'Model 3 Long Range' }

describe('a car’s name', () => {
  it('is year, make and model', () => {
    expect(carName(car)).toBe('2021 Tesla Model 3 Long Range')
  })

  it('leaves out a year that is not given', () => {
    expect(carName({ ...car, year: null })).toBe('Tesla Model 3 Long Range')
  })

  it('says the make once where the seller has typed it', () => {
    expect(carName({ ...car, modelName: 'tesla Model 3' })).toBe('2021 tesla Model 3')
    expect(carName({ ...car, modelName: 'Teslarossa' })).toBe('2021 Tesla Teslarossa')
  })
})
