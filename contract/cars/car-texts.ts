interface TextFact {
  label: string
  /** In characters. */
  max: number
  /** What the form shows in the empty field, or says below it. */
  example?: string
  hint?: string
  /** schema.org's property of a Car; after a dot, that of its part. */
  property?: string
  /** Only its seller and admins are told. */
  isPrivate?: true
}

/** What a seller says of a car in words of their own, an entry a fact, read like those of its choices and numbers. */
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
/** What a car has of each; null where its seller didn't say. */
export type Texts = Record<TextName, string | null>

export const textNames = Object.keys(textFacts) as TextName[]

export function textFact(name: TextName): TextFact {
  return textFacts[name]
}

export function eachText<T>(make: (name: TextName) => T): Record<TextName, T> {
  return Object.fromEntries(textNames.map((name) => [name, make(name)])) as Record<TextName, T>
}

/** The texts alone, those that only some may read apart. */
export function publicTexts(texts: Texts): Texts {
  return eachText((name) => (textFact(name).isPrivate ? null : texts[name]))
}
