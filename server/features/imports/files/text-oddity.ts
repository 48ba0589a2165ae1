/** Returns the share of words with characters outside ASCII that no language writes that way. */
export function oddityOf(text: string): number {
  const words = text.split(/[^A-Za-z\u0080-\uffff]+|[–—…]/).filter((word) => /[^\0-\x7f]/.test(word))
  return words.length === 0 ? 0 : words.filter(isOdd).length / words.length
}

/** Characters that stand before or after a word. */
const symbols = new Set('“”‘’„‚«»‹›¿¡•·©®™€£¥°º²³¹½¼¾±×№§\u00A0\u202F')

function isOdd(token: string): boolean {
  const characters = [...token]
  const first = characters.findIndex((character) => !symbols.has(character))
  const last = characters.findLastIndex((character) => !symbols.has(character))
  const word = characters.slice(Math.max(first, 0), last + 1).join('')
  if (contraction.test(word)) return word.split('’').some((part) => part !== '' && isOdd(part))
  return /[^\0-\x7f]/.test(word) && isOddWord(word)
}

const contraction = /^[^’]*’(?:s|t|re|ve|ll|d|m)$|^[dlmno]’[^’]*$/i

function isOddWord(word: string): boolean {
  if (!/^\p{L}+$/u.test(word)) return true
  const written = scripts.filter((script) => script.test(word))
  if (written.length !== 1 || hasMixedCase(word)) return true
  if (written[0] === latin) return latinFaults.some((fault) => fault.test(word))
  return written[0] === cyrillic && word.length === 1 && !/[авиксуояё]/i.test(word)
}

const latin = /\p{Script=Latin}/u
const cyrillic = /\p{Script=Cyrillic}/u
const scripts = [
  latin,
  cyrillic,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
]

/** Three accented letters in a row, an accented letter alone, and what curly quotes of Windows are on a Mac. */
const latinFaults = [/[^\0-\x7f]{3}/, /^[^\0-\x7fàáéóåøö]$/i, /^ì|[ôîì]$/]

/** Returns true if a capital stands inside a word that is not written in capitals throughout. */
function hasMixedCase(word: string): boolean {
  const rest = word.slice(1)
  return rest !== rest.toLowerCase() && word !== word.toUpperCase()
}
