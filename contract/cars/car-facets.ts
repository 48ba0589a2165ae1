import type { ChoiceFact } from './body-and-fuel.ts'
import { choiceFacts, choiceNames, getOptionLabel, type FacetChoice } from './car-choices.ts'
import { facetNumbers, type FacetNumber } from './car-numbers.ts'
import { priceLabelTexts, type PriceLabel } from './price-labels.ts'

export const facetChoices = choiceNames.filter((name): name is FacetChoice => {
  const { isFacet = true }: ChoiceFact = choiceFacts[name]
  return isFacet
})

/**
 * A fact with a single value per car. A search may list several values, separated by commas, to find cars
 * with any of them.
 */
export type FacetName = 'brand' | 'model' | 'label' | FacetChoice | FacetNumber
export const facetNames: readonly FacetName[] = ['brand', 'model', 'label', ...facetChoices, ...facetNumbers]

interface MakeFilters {
  category_name?: string | undefined
  brand?: readonly string[] | undefined
}

/**
 * Returns the make if the search names exactly one, or null. Models are counted only within a single make.
 */
export function getRequestedMake({ category_name: name, brand = [] }: MakeFilters): string | null {
  const requestedMakes = new Set([...(name === undefined ? [] : [name]), ...brand])
  return requestedMakes.size === 1 ? [...requestedMakes][0]! : null
}

export function isFacetChoice(name: string): name is FacetChoice {
  return (facetChoices as readonly string[]).includes(name)
}

export function getFacetLabel(facet: FacetName, value: string): string {
  if (facet === 'label') return priceLabelTexts[value as PriceLabel]
  return isFacetChoice(facet) ? getOptionLabel(facet, value) : value
}
