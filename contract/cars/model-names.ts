import { knownModels } from './known-models.ts'
import { removeAccents } from '../plain-text.ts'

const MAX_MODEL_LENGTH = 60

/**
 * Extracts the model from a car's free text: `A4` from `2021 Audi A4 Avant 40 TFSI`. If no known model
 * matches, returns the first word, spelled as by `normalizeModel`.
 * @returns null if the text contains only the year and the make
 */
export function extractModel(make: string, modelName: string): string | null {
  const words = splitWords(modelName.replaceAll(',', ' '))
  const rest = withoutMake(make, withoutYear(words))
  if (rest.length === 0) return null
  const nameWords = rest.map(normalizeNamePart)
  const known = modelsOf(make).find((model) => begins(nameWords, model.words))
  return (known?.name ?? normalizeModel(make, rest[0]!)).slice(0, MAX_MODEL_LENGTH)
}

/**
 * Returns the canonical spelling for storing and searching a model: that of the known model with the
 * same letters and digits. `Mégane` becomes `Megane`, and `f150` becomes `F-150`. Other models only lose the
 * accents of Latin letters.
 */
export function normalizeModel(make: string, model: string): string {
  const nameWords = splitWords(model).map(normalizeNamePart)
  const known = modelsOf(make).find(
    ({ words }) => words.length === nameWords.length && begins(nameWords, words),
  )
  if (known) return known.name
  const plain = removeAccents(model)
  return /^[ -~]*$/.test(plain) ? plain : model
}

interface KnownModel {
  name: string
  words: readonly string[]
}

/** Returns a make's known models, longest names first. */
function modelsOf(make: string): readonly KnownModel[] {
  let models = sorted.get(make)
  if (!models) {
    models = listKnownModels(make)
      .toSorted((a, b) => b.length - a.length)
      .map((name) => ({ name, words: splitWords(name).map(normalizeNamePart) }))
    sorted.set(make, models)
  }
  return models
}

const sorted = new Map<string, readonly KnownModel[]>()

/** Returns a make's known models in their listed order, or an empty array for an unknown make. */
export function listKnownModels(make: string): string[] {
  return Object.hasOwn(knownModels, make) ? knownModels[make]!.split(', ') : []
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean)
}

function withoutYear(words: readonly string[]): readonly string[] {
  return words.length > 1 && /^(19|20)\d\d$/.test(words[0]!) ? words.slice(1) : words
}

function withoutMake(make: string, words: readonly string[]): readonly string[] {
  const name = splitWords(make).map(normalizeNamePart)
  return words.length > name.length && begins(words.map(normalizeNamePart), name)
    ? words.slice(name.length)
    : words
}

/** Reports whether the words start with those of a name. Both are normalized by `bare`. */
function begins(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, at) => words[at] === word)
}

/** Normalizes a name for comparison: `f150` for `F-150`, `megane` for `Mégane`, `ceed` for `Cee'd`. */
export function normalizeNamePart(word: string): string {
  return removeAccents(word)
    .toLowerCase()
    .replace(/[-.'’]/g, '')
}
