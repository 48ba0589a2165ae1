import { knownModels } from './known-models.ts'

/** As many letters as a model may have. */
const MAX = 60

/**
 * The model that a car's free text names, without what comes before and after it: `A4` of `2021 Audi A4 Avant 40 TFSI`.
 * One that is not known is the first word.
 * @returns null where the text has no word but the year and the make
 */
export function modelOf(make: string, modelName: string): string | null {
  const words = wordsOf(modelName.replaceAll(',', ' '))
  const rest = withoutMake(make, withoutYear(words))
  const known = modelsOf(make).find((model) => begins(rest, wordsOf(model)))
  return (known ?? rest[0])?.slice(0, MAX) ?? null
}

/** All that are known of a make, the longest names first. */
function modelsOf(make: string): readonly string[] {
  let models = sorted.get(make)
  if (!models) {
    models = knownModelsOf(make).toSorted((a, b) => b.length - a.length)
    sorted.set(make, models)
  }
  return models
}

const sorted = new Map<string, readonly string[]>()

/** In their order, of a make of any name: of one that is not known, none. */
export function knownModelsOf(make: string): string[] {
  return Object.hasOwn(knownModels, make) ? knownModels[make]!.split(', ') : []
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

function withoutYear(words: readonly string[]): readonly string[] {
  return words.length > 1 && /^(19|20)\d\d$/.test(words[0]!) ? words.slice(1) : words
}

function withoutMake(make: string, words: readonly string[]): readonly string[] {
  const name = wordsOf(make)
  return words.length > name.length && begins(words, name) ? words.slice(name.length) : words
}

function begins(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, at) => words[at] !== undefined && bare(words[at]) === bare(word))
}

/** `F150` is the `F-150`. */
function bare(word: string): string {
  return word.toLowerCase().replace(/[-.]/g, '')
}
