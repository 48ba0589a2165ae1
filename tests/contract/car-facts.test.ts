import { expect, it } from 'vitest'
import { carFacts, factGroups } from '../../contract/cars/car-facts.ts'

it('each fact is in exactly one group of a car’s page', () => {
  expect(Object.values(factGroups).flat().toSorted()).toEqual(Object.keys(carFacts).toSorted())
})
