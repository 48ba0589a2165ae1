import { withoutAccents } from '../plain-text.ts'

/** How each make names its models, as people type them. None of these is another make's, too. */
const namings: Readonly<Record<string, readonly RegExp[]>> = {
  Tesla: [/^model [3sxy]\b/, /^(cybertruck|roadster|semi)\b/],
  Audi: [/^(a[1-8]|s[1-8]|rs ?[2-7]|s?q[2-8]|rs ?q[38]|r8|tt(s| ?rs)?|e-?tron)\b/],
  BMW: [
    /^[1-8] series\b/,
    /^m?[1-8][1-7]\d(x?d|x?i|e|is|ti|li|ld|xe)\b/,
    /^([xm][1-8]|xm|[1-8] ?gt|z[1348]|i[3-8]|ix[1-3]?)\b/,
  ],
}

/**
 * Returns the make that a model's text leaves no doubt about: it begins with one (`Toyota Corolla`), has one in it (`my
 * tesla`), or begins as only that make's models do (`Model 3`, `A4`, `M3`). A year before it doesn't count.
 * @param makes the makes that a car may have
 * @param usual those that a word inside the text may mean: many makes are words of models, too
 * @returns the make as it is spelled in `makes`; null if the text may mean another
 */
export function makeOfModel(
  modelName: string,
  makes: readonly string[],
  usual: readonly string[] = makes,
): string | null {
  const text = plain(modelName).trim()
  const model = text.replace(/^(19|20)\d\d\s+/, '')
  const [first] = makes
    .filter((make) => beginsWith(model, plain(make)))
    .toSorted((a, b) => b.length - a.length)
  if (first !== undefined) return first
  const words = wordsOf(text)
  const said = usual.filter((make) => words.includes(plain(make)))
  if (said.length > 0) return said.length === 1 ? said[0]! : null
  return makes.find((make) => namings[make]?.some((naming) => naming.test(model))) ?? null
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase()
}

/** Tells whether a text begins with these whole words. */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}-]/u.test(text.slice(words.length))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}
