export interface ChoiceFact {
  label: string
  /** As kept and sent. */
  options: readonly string[]
  /** What people read for an option, where that is another word. */
  optionLabels?: Readonly<Record<string, string>>
  /** What stands for none; null, where this is left out. */
  none?: ''
  /** schema.org's property of a Car; after a dot, that of its part. */
  property?: string
  /** Left out, cars are found by it. */
  isFacet?: boolean
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
 * What a seller chooses of a car, an entry a fact, in the order in which it is shown. Columns, schemas, form, details,
 * filters and their counts, export, the pages' structured data and demo cars read it: a new fact is an entry here and a
 * migration. It stands beside the schemas, not in them, so that what only offers the choices loads no validator.
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
} as const satisfies Record<string, ChoiceFact>

export type ChoiceName = keyof typeof choiceFacts
export type Option<N extends ChoiceName> = (typeof choiceFacts)[N]['options'][number]

/** What a car has of each, or what stands for none where its seller didn't say. */
export type Choices = {
  [N in ChoiceName]: Option<N> | ((typeof choiceFacts)[N] extends { none: infer None } ? None : null)
}

export const choiceNames = Object.keys(choiceFacts) as ChoiceName[]

/** Those that cars are found by. */
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

/** The choices alone, of a row, a form or a request, each one said or not. */
export function choicesOf(car: { [N in ChoiceName]?: Choices[N] | '' | null | undefined }): Choices {
  return eachChoice((name) => car[name] || noneOf(name)) as Choices
}
