import { removeAccents } from '../plain-text.ts'

/** Each make's model names, as people type them. No pattern matches another make's models. */
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
 * Returns the make if a model name identifies it. The name begins with a make (`Toyota Corolla`), contains
 * one (`my tesla`), or begins with a model that only one make has (`Model 3`, `A4`, `M3`). A leading year is
 * ignored.
 * @param makes the makes that a car may have
 * @param candidates the makes to look for inside the name. Many makes are also words in model names
 * @returns the make, spelled as in `makes`, or null if the name is ambiguous
 */
export function findMakeOfModel(
  modelName: string,
  makes: readonly string[],
  candidates: readonly string[] = makes,
): string | null {
  const text = plain(modelName).trim()
  const model = text.replace(/^(19|20)\d\d\s+/, '')
  const [first] = makes
    .filter((make) => beginsWith(model, plain(make)))
    .toSorted((a, b) => b.length - a.length)
  if (first !== undefined) return first
  const words = splitWords(text)
  const mentioned = candidates.filter((make) => words.includes(plain(make)))
  if (mentioned.length > 0) return mentioned.length === 1 ? mentioned[0]! : null
  return makes.find((make) => namings[make]?.some((naming) => naming.test(model))) ?? null
}

function plain(text: string): string {
  return removeAccents(text).toLowerCase()
}

/** Reports whether a string begins with the given whole words. */
function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}-]/u.test(text.slice(words.length))
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}
