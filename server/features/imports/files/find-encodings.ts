import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { encodings, type Encoding, type EncodingOption } from '../../../../contract/import-questions.ts'

export interface FoundEncodings {
  guess: Encoding
  /** The most likely encoding and its alternatives, or empty if the encoding is certain. */
  options: EncodingOption[]
}

/** The most common encodings of car spreadsheets without a byte order mark, most likely first. */
const commonEncodings: readonly Encoding[] = ['windows-1252', 'macintosh', 'windows-1251', 'windows-1250']

/**
 * The lead in percentage points that the confidence of another encoding needs over Windows-1252, the default of
 * American and Western European programs.
 */
const MIN_LEAD = 20
/** Maximum share of words that may look odd in the correct encoding. */
const MAX_ODDITY = 0.1

/** Finds the possible encodings of a file that is neither UTF-8 nor UTF-16. */
export function findEncodings(bytes: Buffer): FoundEncodings {
  const cells = listForeignCells(bytes)
  const sample = Buffer.from(cells.join('\n'), 'latin1')
  const surest = detectEncoding(sample)
  const readings = decodeCandidates(sample, [...new Set([...(surest ? [surest] : []), ...commonEncodings])])
  const best = readings.find(({ encoding }) => encoding === (surest ?? 'windows-1252'))!
  const leastOdd = readings.reduce((a, b) => (b.oddity < a.oddity ? b : a))
  const guess = best.oddity <= MAX_ODDITY ? best : leastOdd
  if (isCertain(guess, readings)) return { guess: guess.encoding, options: [] }
  const rivals = readings.filter(({ text }) => text !== guess.text)
  const ranked = [guess, ...rivals.toSorted((a, b) => a.oddity - b.oddity)]
  return {
    guess: guess.encoding,
    options: ranked.map(({ encoding }) => buildEncodingOption(encoding, cells)),
  }
}

interface Reading {
  encoding: Encoding
  text: string
  oddity: number
}

function decodeCandidates(sample: Buffer, candidates: readonly Encoding[]): Reading[] {
  return candidates
    .toSorted((a, b) => encodings.indexOf(a) - encodings.indexOf(b))
    .map((encoding) => {
      const text = iconv.decode(sample, encoding)
      return { encoding, text, oddity: measureOddity(text) }
    })
}

/**
 * Encodings that don't make another guess uncertain. Central European text is often also valid Western
 * European text, so asking about it would rarely help.
 */
const unaskedEncodings: readonly Encoding[] = ['windows-1250']

/**
 * Reports whether the guess is certain. Only Windows-1252 is common enough to be used without asking, and
 * only if no other encoding yields plausible text.
 */
function isCertain(guess: Reading, readings: readonly Reading[]): boolean {
  const isUsual = guess.encoding === 'windows-1252' && guess.oddity <= MAX_ODDITY
  return (
    isUsual &&
    readings.every(
      ({ encoding, text, oddity }) =>
        text === guess.text || oddity > MAX_ODDITY || unaskedEncodings.includes(encoding),
    )
  )
}

const aliases: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}

/**
 * Returns the encoding in which the sample's letters are by far the most typical, or null if it is unclear.
 */
function detectEncoding(sample: Buffer): Encoding | null {
  const candidates = analyse(sample).flatMap(({ name, confidence }) => {
    const detectedName = name.toLowerCase()
    const encoding = aliases[detectedName] ?? encodings.find((candidate) => candidate === detectedName)
    return encoding ? [{ encoding, confidence }] : []
  })
  const western = candidates.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0
  const surest = candidates[0]
  return surest && surest.confidence >= western + MIN_LEAD ? surest.encoding : null
}

const SAMPLES = 3
const SAMPLE_CHARACTERS = 60
const MAX_CELLS = 500
/**
 * Number of bytes per cell that are examined. Up to `MAX_LEADING_BYTES` of them precede the first non-ASCII byte.
 */
const MAX_CELL_BYTES = 200
const MAX_LEADING_BYTES = 30

/** Returns cells that contain non-ASCII bytes, with one character per byte. */
function listForeignCells(bytes: Buffer): string[] {
  const cells = new Set<string>()
  let start = 0
  let firstForeign: number | null = null
  for (let index = 0; index <= bytes.length && cells.size < MAX_CELLS; index++) {
    const byte = bytes[index] ?? separators[0]!
    if (byte >= FIRST_FOREIGN) firstForeign ??= index
    if (!separators.includes(byte)) continue
    if (firstForeign !== null) {
      const from = Math.max(start, firstForeign - MAX_LEADING_BYTES)
      cells.add(bytes.toString('latin1', from, Math.min(index, from + MAX_CELL_BYTES)))
    }
    start = index + 1
    firstForeign = null
  }
  return [...cells]
}

const FIRST_FOREIGN = 0x80
const separators = [...Buffer.from('\n\r,;\t|"')]

function buildEncodingOption(encoding: Encoding, cells: readonly string[]): EncodingOption {
  const samples = cells
    .slice(0, SAMPLES)
    .map((cell) => iconv.decode(Buffer.from(cell, 'latin1'), encoding).trim().slice(0, SAMPLE_CHARACTERS))
  return { encoding, samples }
}

/** Returns the share of words with non-ASCII characters whose spelling does not occur in any language. */
function measureOddity(text: string): number {
  const words = text.split(/[^A-Za-z\u0080-\uffff]+|[–—…]/).filter((word) => /[^\0-\x7f]/.test(word))
  return words.length === 0 ? 0 : words.filter(isOdd).length / words.length
}

/** Characters that may directly precede or follow a word. */
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
  const usedScripts = scripts.filter((script) => script.test(word))
  if (usedScripts.length !== 1 || hasMixedCase(word)) return true
  if (usedScripts[0] === latin) return latinErrors.some((pattern) => pattern.test(word))
  return usedScripts[0] === cyrillic && word.length === 1 && !/[авиксуояё]/i.test(word)
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

/**
 * Typical signs of a wrong Latin encoding: three accented letters in a row, a single accented letter, or
 * Windows curly quotes decoded as Mac text.
 */
const latinErrors = [/[^\0-\x7f]{3}/, /^[^\0-\x7fàáéóåøö]$/i, /^ì|[ôîì]$/]

/** Reports whether a word has a capital after its first letter without being in all capitals. */
function hasMixedCase(word: string): boolean {
  const tail = word.slice(1)
  return tail !== tail.toLowerCase() && word !== word.toUpperCase()
}
