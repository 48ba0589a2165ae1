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
}

const colors = [
  'Black',
  'White',
  'Gray',
  'Silver',
  'Red',
  'Blue',
  'Green',
  'Brown',
  'Beige',
  'Orange',
  'Yellow',
  'Gold',
  'Purple',
] as const

/**
 * The facts that a seller selects from fixed options, in display order. Columns, schemas, the form, details,
 * filters, facet counts, export, structured data, and demo cars derive from this table. A new fact needs only
 * an entry here and a migration. The schemas are in another file, so that code that only displays options
 * doesn't load the validator.
 */
export const choiceFacts = {
  fuel: {
    label: 'Fuel',
    options: ['Petrol', 'Diesel', 'Hybrid', 'Plug-in hybrid', 'Electric', 'LPG', 'CNG', 'Hydrogen'],
    optionLabels: { Petrol: 'Gas', CNG: 'Natural gas (CNG)' },
    property: 'vehicleEngine.fuelType',
  },
  body: {
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
  },
  transmission: {
    label: 'Transmission',
    options: ['Automatic', 'Manual'],
    property: 'vehicleTransmission',
  },
  drive: {
    label: 'Drivetrain',
    options: ['front', 'rear', 'all', 'four'],
    optionLabels: {
      front: 'Front-wheel drive',
      rear: 'Rear-wheel drive',
      all: 'All-wheel drive',
      four: 'Four-wheel drive',
    },
    property: 'driveWheelConfiguration',
  },
  color: { label: 'Color', options: colors, property: 'color' },
  interiorColor: {
    label: 'Interior color',
    options: colors,
    property: 'vehicleInteriorColor',
    isFacet: false,
  },
  condition: { label: 'Condition', options: ['Good', 'Stable', 'Excellent', 'Fair'], none: '' },
  /** The period after the handover in which the buyer may return the car. */
  returns: {
    label: 'Return',
    options: ['3 days'],
    optionLabels: { '3 days': 'Within 3 days' },
    isFacet: false,
    isOffer: true,
  },
} as const satisfies Record<string, ChoiceFact>

export type ChoiceName = keyof typeof choiceFacts
export type Option<N extends ChoiceName> = (typeof choiceFacts)[N]['options'][number]

/** A car's choices. An unselected choice has its empty value. */
export type Choices = {
  [N in ChoiceName]: Option<N> | ((typeof choiceFacts)[N] extends { none: infer None } ? None : null)
}

export const choiceNames = Object.keys(choiceFacts) as ChoiceName[]

export type FacetChoice = {
  [N in ChoiceName]: (typeof choiceFacts)[N] extends { isFacet: false } ? never : N
}[ChoiceName]

export function optionLabel(name: ChoiceName, value: string): string {
  const { optionLabels }: ChoiceFact = choiceFacts[name]
  return optionLabels?.[value] ?? value
}

export function eachChoice<T>(make: (name: ChoiceName) => T): Record<ChoiceName, T> {
  return Object.fromEntries(choiceNames.map((name) => [name, make(name)])) as Record<ChoiceName, T>
}

export function noneOf(name: ChoiceName): '' | null {
  const { none }: ChoiceFact = choiceFacts[name]
  return none ?? null
}

/** Extracts the choices from a row, a form, or a request. Missing choices get their empty value. */
export function choicesOf(car: { [N in ChoiceName]?: Choices[N] | '' | null | undefined }): Choices {
  return eachChoice((name) => car[name] || noneOf(name)) as Choices
}
