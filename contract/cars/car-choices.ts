import { body, fuel, getChoiceLabel, type ChoiceFact } from './body-and-fuel.ts'

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
  fuel,
  body,
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
  /** The entry on the car's title document. */
  title: {
    label: 'Title',
    options: ['clean', 'rebuilt', 'salvage', 'lemon', 'other'],
    optionLabels: {
      clean: 'Clean',
      rebuilt: 'Rebuilt',
      salvage: 'Salvage',
      lemon: 'Lemon law buyback',
      other: 'Other',
    },
    isUnknownShown: true,
  },
  accidents: {
    label: 'Accidents',
    options: ['none known', 'minor', 'structural'],
    optionLabels: { 'none known': 'None known', minor: 'Minor damage', structural: 'Structural damage' },
    isUnknownShown: true,
  },
  serviceHistory: {
    label: 'Service history',
    options: ['full', 'partial', 'none'],
    optionLabels: { full: 'Complete records', partial: 'Some records', none: 'No records' },
    isFacet: false,
    isUnknownShown: true,
  },
  warranty: {
    label: 'Warranty',
    options: ['as is', 'dealer', 'manufacturer'],
    optionLabels: { 'as is': 'None, sold as is', dealer: 'Dealer', manufacturer: 'Manufacturer' },
    isUnknownShown: true,
  },
  tires: {
    label: 'Tires',
    options: ['new', 'good', 'worn', 'due'],
    optionLabels: { new: 'New', good: 'Good', worn: 'Worn', due: 'Due for replacement' },
    isFacet: false,
  },
  /** The return period after the handover. */
  returns: {
    label: 'Return',
    options: ['3 days'],
    optionLabels: { '3 days': 'Within 3 days' },
    isFacet: false,
    isOffer: true,
  },
} as const satisfies Record<string, ChoiceFact>

/** Reports whether cars with this fuel can be charged, and therefore have an electric range. */
export function hasBattery(fuel: string | null): boolean {
  return fuel === 'Electric' || fuel === 'Plug-in hybrid'
}

/** Reports whether a car with this fuel has no battery for driving. An unknown fuel excludes none. */
export function lacksBattery(fuel: string | null): boolean {
  return fuel !== null && !hasBattery(fuel) && fuel !== 'Hybrid'
}

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

export function getOptionLabel(name: ChoiceName, value: string): string {
  return getChoiceLabel(choiceFacts[name], value)
}

export function mapChoices<T>(make: (name: ChoiceName) => T): Record<ChoiceName, T> {
  return Object.fromEntries(choiceNames.map((name) => [name, make(name)])) as Record<ChoiceName, T>
}

export function getEmptyOption(name: ChoiceName): '' | null {
  const { none }: ChoiceFact = choiceFacts[name]
  return none ?? null
}

/** Extracts the choices from a row, a form, or a request. Missing choices get their empty value. */
export function extractChoices(car: { [N in ChoiceName]?: Choices[N] | '' | null | undefined }): Choices {
  return mapChoices((name) => car[name] || getEmptyOption(name)) as Choices
}
