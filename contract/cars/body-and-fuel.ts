export interface ChoiceFact {
  label: string
  /** The options as stored and as sent over the API. */
  options: readonly string[]
  /** The labels of options that are not displayed as stored. */
  optionLabels?: Readonly<Record<string, string>>
  /** The value of an unselected choice. The default is null. */
  none?: ''
  /** The name of the schema.org Car property, with dots for nesting. */
  property?: string
  /** False if cars can't be filtered by this fact. The default is true. */
  isFacet?: boolean
  /** True for an offer of the seller, which a listing does not miss. */
  isOffer?: true
  /** True if a car's page states that the value is unknown. A filter never matches an unknown value. */
  isUnknownShown?: true
}

/**
 * The two choices that car cards and the home page show. They are separate from the other choices, so that the first
 * load stays small.
 */
export const fuel = {
  label: 'Fuel',
  options: ['Petrol', 'Diesel', 'Hybrid', 'Plug-in hybrid', 'Electric', 'LPG', 'CNG', 'Hydrogen'],
  optionLabels: { Petrol: 'Gas', CNG: 'Natural gas (CNG)' },
  property: 'vehicleEngine.fuelType',
} as const satisfies ChoiceFact

export const body = {
  label: 'Body',
  options: ['sedan', 'hatch', 'suv', 'coupe', 'wagon', 'pickup', 'convertible', 'minivan', 'van'],
  optionLabels: {
    sedan: 'Sedan',
    hatch: 'Hatchback',
    suv: 'SUV',
    coupe: 'Coupe',
    wagon: 'Wagon',
    pickup: 'Truck',
    convertible: 'Convertible',
    minivan: 'Minivan',
    van: 'Van',
  },
  property: 'bodyType',
} as const satisfies ChoiceFact

/** Returns the display label of an option. */
export function getChoiceLabel({ optionLabels }: ChoiceFact, value: string): string {
  return optionLabels?.[value] ?? value
}
