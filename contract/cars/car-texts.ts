interface TextFact {
  label: string
  /** Maximum length in characters. */
  max: number
  /** The field's placeholder (`example`) and the hint below it. */
  example?: string
  hint?: string
  /** The name of the schema.org Car property, with dots for nesting. */
  property?: string
  /** True for a calendar day, such as `2026-11-28`. */
  isDay?: true
  /** True if only the car's seller and admins can see the text. */
  isPrivate?: true
}

/** The facts that a seller enters as free text, in display order. */
export const textFacts = {
  trim: { label: 'Trim', max: 60, example: 'Such as SE or Limited', property: 'vehicleConfiguration' },
  engine: {
    label: 'Engine',
    max: 60,
    example: 'Such as 2.0-liter turbo',
    property: 'vehicleEngine.engineType',
  },
  warrantyUntil: {
    label: 'Warranty until',
    max: 10,
    hint: 'The last day of the warranty, if it has one',
    isDay: true,
  },
  lastInspection: {
    label: 'Last inspection',
    max: 10,
    hint: 'The day of the last safety or emissions inspection',
    isDay: true,
  },
  registration: {
    label: 'License plate',
    max: 20,
    hint: 'Buyers don’t see it.',
    isPrivate: true,
  },
} as const satisfies Record<string, TextFact>

export type TextName = keyof typeof textFacts
export type Texts = Record<TextName, string | null>

export const textNames = Object.keys(textFacts) as TextName[]

export function getTextFact(name: TextName): TextFact {
  return textFacts[name]
}

export function mapTexts<T>(make: (name: TextName) => T): Record<TextName, T> {
  return Object.fromEntries(textNames.map((name) => [name, make(name)])) as Record<TextName, T>
}

/** Sets the private texts to null. */
export function removePrivateTexts(texts: Texts): Texts {
  return mapTexts((name) => (getTextFact(name).isPrivate ? null : texts[name]))
}
