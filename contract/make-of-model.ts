import { withoutAccents } from './without-accents.ts'

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
 * The make that a model's text leaves no doubt about: it says one (`tesla model 3`), or begins as only that make's models
 * do (`Model 3`, `A4`, `M3`). A year before it doesn't count.
 * @param makes those that a car may have
 * @returns one of them, as it stands there; null where the text may mean another
 */
export function makeOfModel(modelName: string, makes: readonly string[]): string | null {
  const text = withoutAccents(modelName).trim().toLowerCase()
  const words = wordsOf(text)
  const said = makes.filter((make) => words.includes(withoutAccents(make).toLowerCase()))
  if (said.length > 0) return said.length === 1 ? said[0]! : null
  const model = text.replace(/^(19|20)\d\d\s+/, '')
  return makes.find((make) => namings[make]?.some((naming) => naming.test(model))) ?? null
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}
