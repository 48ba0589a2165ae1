interface TextFact {
  label: string
  /** The maximum length in characters. */
  max: number
  /** The placeholder of the form field (`example`), and the hint below it. */
  example?: string
  hint?: string
  /** The name of the property on schema.org's Car. A dot separates a nested property. */
  property?: string
  /** True if only the car's seller and admins can see the text. */
  isPrivate?: true
}

/**
 * The facts that a seller enters as free text, in display order. The same code reads this table as those of
 * the choices and numbers.
 */
export const textFacts = {
  trim: { label: 'Trim', max: 60, example: 'Such as SE or Limited', property: 'vehicleConfiguration' },
  engine: {
    label: 'Engine',
    max: 60,
    example: 'Such as 2.0-liter turbo',
    property: 'vehicleEngine.engineType',
  },
  registration: {
    label: 'License plate',
    max: 20,
    hint: 'Buyers don’t see it.',
    isPrivate: true,
  },
} as const satisfies Record<string, TextFact>

export type TextName = keyof typeof textFacts
/** A car's value for each free-text fact; null if the seller entered none. */
export type Texts = Record<TextName, string | null>

export const textNames = Object.keys(textFacts) as TextName[]

export function textFact(name: TextName): TextFact {
  return textFacts[name]
}

export function eachText<T>(make: (name: TextName) => T): Record<TextName, T> {
  return Object.fromEntries(textNames.map((name) => [name, make(name)])) as Record<TextName, T>
}

/** Returns the free-text facts with the private ones set to null. */
export function publicTexts(texts: Texts): Texts {
  return eachText((name) => (textFact(name).isPrivate ? null : texts[name]))
}
