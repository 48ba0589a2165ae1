/** The length of a VIN according to ISO 3779. */
export const VIN_LENGTH = 17

/** The result of checking a VIN's characters, without a lookup. */
export interface VinVerdict {
  /** The VIN as stored: uppercase, without spaces and dashes. Empty for a placeholder. */
  vin: string
  /** Sentences that explain why the input is invalid and what to do, or null if it may be valid. */
  errorMessage: string | null
  /** The reason without the advice. */
  reason: string | null
  /** The VIN that the user probably meant, for confirmation, or null if there is no better candidate. */
  suggestion: string | null
  /** A remark about something unusual in the VIN that is not an error. */
  note: string | null
}

/**
 * Converts a VIN to uppercase and removes the spaces and dashes that people type. A label before it (`VIN:`,
 * `VIN#`, `VIN No.`) is also removed, which is safe because a VIN never contains I or O.
 */
export function normalizeVin(text: string): string {
  return text
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase()
    .replace(LABEL, '')
}

const LABEL = /^VIN(?:NO|NUMBER|NR(?=[.:#=]))?[.:#=]*/

/**
 * Reports whether a string is a placeholder for an unknown VIN: only zeros, ones, or X, or one character
 * repeated.
 */
export function isPlaceholderVin(text: string): boolean {
  return /^(?:[01X]+|(.)\1+)$/.test(normalizeVin(text))
}

/**
 * Returns the part of a VIN for readers who may not see all of it. It distinguishes cars, but is not enough
 * to look up or copy the VIN.
 */
export function getLastSix(vin: string): string {
  return vin.slice(-6)
}

/**
 * Checks a typed VIN. Empty input and placeholders of 17 characters are not errors, and yield an empty VIN.
 */
export function judgeVin(text: string): VinVerdict {
  const vin = normalizeVin(text)
  const verdict = { vin, errorMessage: null, reason: null, suggestion: null, note: null }
  if (vin === '') return verdict
  if (vin.length === VIN_LENGTH && isPlaceholderVin(vin)) return { ...verdict, vin: '', note: PLACEHOLDER }
  if (/[^A-Z0-9]/.test(vin)) return { ...verdict, ...toInvalidVerdict('A VIN has only letters and digits.') }
  if (vin.length !== VIN_LENGTH) return { ...verdict, ...toInvalidVerdict(wrongLength(vin)) }
  if (/[IOQ]/.test(vin)) return { ...verdict, ...mistakenLetters(vin) }
  if (hasValidCheckDigit(vin)) return { ...verdict, note: isForExport(vin) ? EXPORT : null }
  if (needsCheckDigit(vin)) return { ...verdict, ...toInvalidVerdict(TYPO, COMPARE_VIN) }
  return { ...verdict, note: isForExport(vin) ? EXPORT : NO_CHECK_DIGIT }
}

function toInvalidVerdict(reason: string, advice?: string): Pick<VinVerdict, 'errorMessage' | 'reason'> {
  return { reason, errorMessage: advice ? `${reason} ${advice}` : reason }
}

/**
 * Computes a VIN's check digit, its ninth character: a digit or X (ISO 3779, 49 CFR 565.15).
 * @param vin 17 letters and digits, without I, O, and Q
 */
export function computeCheckDigit(vin: string): string {
  const sum = [...vin].reduce((sum, character, index) => sum + valueOf(character) * weights[index]!, 0)
  return 'X0123456789'[((sum % 11) + 1) % 11]!
}

/**
 * Reports whether the check digit of a VIN is correct.
 * @param vin 17 letters and digits, without I, O, and Q
 */
export function hasValidCheckDigit(vin: string): boolean {
  return vin[CHECK_PLACE] === computeCheckDigit(vin)
}

/**
 * Reports whether the check digit is mandatory, as for cars built in North America or China, except export
 * vehicles.
 */
export function needsCheckDigit(vin: string): boolean {
  return (isBuiltInNorthAmerica(vin) || vin.startsWith('L')) && !isForExport(vin)
}

/** Reports whether the region code is 1 to 5, or a 7 that does not belong to New Zealand. */
export function isBuiltInNorthAmerica(vin: string): boolean {
  return /^([1-5]|7[F-Z0-9])/.test(vin)
}

/**
 * Reports whether a vehicle was built for markets without the North American rules. Its VIN has a filler at
 * positions 4 to 6 or 7 and 8, or no valid model year at position 10.
 */
export function isForExport(vin: string): boolean {
  return /^...(ZZZ|...ZZ|......[ZU0])/.test(vin)
}

export const COMPARE_VIN = 'Compare it with the car’s papers or the plate behind the windshield.'
const TYPO = 'One of these characters is wrong: the VIN doesn’t match its check digit.'
const NO_CHECK_DIGIT =
  'The check digit doesn’t match, as is common for cars that weren’t built for North America.'
const EXPORT =
  'This VIN is of a car for markets outside North America, so its check digit and model year may follow other rules.'
/** Placeholders have their own check because seventeen zeros and seventeen ones have valid check digits. */
const PLACEHOLDER =
  'A real VIN isn’t only zeros, ones and X, or one character repeated. Compare it with the car’s papers.'
const LETTERS = 'A VIN never has the letters I, O, or Q.'

const CHECK_PLACE = 8
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** The letters by value. A letter's value is its position in its row, starting at 1. */
const values = ['ABCDEFGH', 'JKLMN.P.R', '.STUVWXYZ']

function valueOf(character: string): number {
  const row = values.find((row) => row.includes(character))
  return row ? row.indexOf(character) + 1 : Number(character)
}

function wrongLength(vin: string): string {
  return `A VIN has ${VIN_LENGTH} characters. This has ${vin.length}.`
}

/**
 * Returns the error and a suggestion for a VIN with I, O, or Q. People mistake digits for these letters when
 * they read a VIN aloud or off a plate.
 */
function mistakenLetters(vin: string): Pick<VinVerdict, 'errorMessage' | 'reason' | 'suggestion'> {
  const digits = vin.replaceAll('I', '1').replace(/[OQ]/g, '0')
  const { errorMessage, vin: suggestion } = judgeVin(digits)
  if (errorMessage !== null)
    return { ...toInvalidVerdict(`${LETTERS} ${TYPO}`, COMPARE_VIN), suggestion: null }
  return { ...toInvalidVerdict(LETTERS, `Did you mean ${suggestion}?`), suggestion }
}
