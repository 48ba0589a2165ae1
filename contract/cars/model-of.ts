import { knownModels } from './known-models.ts'
import { withoutAccents } from '../plain-text.ts'

/** As many letters as a model may have. */
const MAX = 60

/**
 * The model that a car's free text names, without what comes before and after it: `A4` of `2021 Audi A4 Avant 40 TFSI`.
 * One that is not known is the first word, as `modelNamed` spells it.
 * @returns null where the text has no word but the year and the make
 */
export function modelOf(make: string, modelName: string): string | null {
  const words = wordsOf(modelName.replaceAll(',', ' '))
  const rest = withoutMake(make, withoutYear(words))
  if (rest.length === 0) return null
  const said = rest.map(bare)
  const known = modelsOf(make).find((model) => begins(said, model.words))
  return (known?.name ?? modelNamed(make, rest[0]!)).slice(0, MAX)
}

/**
 * Returns the one spelling under which a model is stored and found: that of the known model with the same letters and
 * digits, otherwise the text itself without the accents of Latin letters. `Mégane` is the `Megane`, `f150` the `F-150`.
 */
export function modelNamed(make: string, model: string): string {
  const said = wordsOf(model).map(bare)
  const known = modelsOf(make).find(({ words }) => words.length === said.length && begins(said, words))
  if (known) return known.name
  const plain = withoutAccents(model)
  return /^[ -~]*$/.test(plain) ? plain : model
}

interface KnownModel {
  name: string
  words: readonly string[]
}

/** All that are known of a make, the longest names first. */
function modelsOf(make: string): readonly KnownModel[] {
  let models = sorted.get(make)
  if (!models) {
    models = knownModelsOf(make)
      .toSorted((a, b) => b.length - a.length)
      .map((name) => ({ name, words: wordsOf(name).map(bare) }))
    sorted.set(make, models)
  }
  return models
}

const sorted = new Map<string, readonly KnownModel[]>()

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
  const name = wordsOf(make).map(bare)
  return words.length > name.length && begins(words.map(bare), name) ? words.slice(name.length) : words
}

/** @param words as `bare` returns them, like those of the name */
function begins(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, at) => words[at] === word)
}

/** Returns the form in which names are compared: `f150` for `F-150`, `megane` for `Mégane`, `ceed` for `Cee'd`. */
export function bare(word: string): string {
  return withoutAccents(word)
    .toLowerCase()
    .replace(/[-.'’]/g, '')
}
