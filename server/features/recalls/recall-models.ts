import { removeAccents } from '../../../contract/plain-text.ts'

/** Normalizes a make or model for comparison: `F150` for `F-150`, `MERCEDESBENZ` for `Mercedes-Benz`. */
export function nameKey(name: string): string {
  return removeAccents(name)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Characters between the words of a model. A hyphen is part of a word: `CX-5` is not a version of `CX`. */
const SEPARATORS = /[\s/,;()]+/

/**
 * Reports whether a model in a recall is the given model of a car or a version of it. NHTSA often adds the
 * version: `F-150 SUPERCREW` belongs to `F-150`, but `F-1500` does not.
 */
export function isModelOrVersion(recalledModel: string, model: string): boolean {
  const key = nameKey(model)
  const words = recalledModel.split(SEPARATORS)
  return key !== '' && words.some((_word, index) => nameKey(words.slice(0, index + 1).join('')) === key)
}
