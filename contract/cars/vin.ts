/** A vehicle identification number has so many characters (ISO 3779). */
export const VIN_LENGTH = 17

/** What can be told of a VIN by its characters alone, without asking anyone. */
export interface VinVerdict {
  /** As it is kept: capitals without spaces and dashes. */
  vin: string
  /** Why it is none, and what to do: sentences. Null where it may be one. */
  fault: string | null
  /** Why alone. */
  reason: string | null
  /** What was probably meant, for a person to confirm. Null where there is nothing better. */
  suggestion: string | null
  /** What is unusual about it, and no fault. */
  note: string | null
}

/**
 * Written without the spaces and dashes that people put between its parts, in capitals. A label before it (`VIN:`, `VIN#`,
 * `VIN No.`) is removed: a VIN never has the letters I and O.
 */
export function normalizeVin(text: string): string {
  return text
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase()
    .replace(LABEL, '')
}

const LABEL = /^VIN(?:NO|NUMBER|NR(?=[.:#=]))?[.:#=]*/

/** Returns true if a text stands in place of an unknown VIN: only zeros, ones or X, or one character repeated. */
export function isPlaceholderVin(text: string): boolean {
  return /^(?:[01X]+|(.)\1+)$/.test(normalizeVin(text))
}

/**
 * What is shown of a VIN to whoever may not see all of it: which car of several it is, and not enough to look it up or
 * to copy it.
 */
export function lastSix(vin: string): string {
  return vin.slice(-6)
}

/** Judges what was typed. An empty text is no VIN of no fault, and so is a placeholder of 17 characters. */
export function judgeVin(text: string): VinVerdict {
  const vin = normalizeVin(text)
  const verdict = { vin, fault: null, reason: null, suggestion: null, note: null }
  if (vin === '') return verdict
  if (vin.length === VIN_LENGTH && isPlaceholderVin(vin)) return { ...verdict, vin: '', note: PLACEHOLDER }
  if (/[^A-Z0-9]/.test(vin)) return { ...verdict, ...faultOf('A VIN has only letters and digits.') }
  if (vin.length !== VIN_LENGTH) return { ...verdict, ...faultOf(wrongLength(vin)) }
  if (/[IOQ]/.test(vin)) return { ...verdict, ...mistakenLetters(vin) }
  if (hasValidCheckDigit(vin)) return { ...verdict, note: isForExport(vin) ? EXPORT : null }
  if (needsCheckDigit(vin)) return { ...verdict, ...faultOf(TYPO, COMPARE_VIN) }
  return { ...verdict, note: isForExport(vin) ? EXPORT : NO_CHECK_DIGIT }
}

function faultOf(reason: string, advice?: string): Pick<VinVerdict, 'fault' | 'reason'> {
  return { reason, fault: advice ? `${reason} ${advice}` : reason }
}

/**
 * What the ninth character has to be by the others: a digit or X (ISO 3779, 49 CFR 565.15).
 * @param vin 17 letters and digits without I, O and Q
 */
export function checkDigitOf(vin: string): string {
  const sum = [...vin].reduce((sum, character, at) => sum + valueOf(character) * weights[at]!, 0)
  return 'X0123456789'[((sum % 11) + 1) % 11]!
}

/** @param vin 17 letters and digits without I, O and Q */
export function hasValidCheckDigit(vin: string): boolean {
  return vin[CHECK_PLACE] === checkDigitOf(vin)
}

/** Returns true if the check digit is mandatory: for cars built in North America or China, except export vehicles. */
export function needsCheckDigit(vin: string): boolean {
  return (isBuiltInNorthAmerica(vin) || vin.startsWith('L')) && !isForExport(vin)
}

/** Codes 1 to 5, and those of 7 that do not belong to New Zealand. */
export function isBuiltInNorthAmerica(vin: string): boolean {
  return /^([1-5]|7[F-Z0-9])/.test(vin)
}

/**
 * Detects a vehicle for markets without the North American rules: a filler at positions 4 to 6 or 7 and 8, or a
 * character at position 10 that encodes no model year.
 */
export function isForExport(vin: string): boolean {
  return /^...(ZZZ|...ZZ|......[ZU0])/.test(vin)
}

/** What to do about one that can't be right. */
export const COMPARE_VIN = 'Compare it with the car’s papers or the plate behind the windshield.'
const TYPO = 'One of these characters is wrong: the VIN doesn’t match its check digit.'
const NO_CHECK_DIGIT =
  'The check digit doesn’t match, as is common for cars that weren’t built for North America.'
const EXPORT =
  'This VIN is of a car for markets outside North America, so its check digit and model year may follow other rules.'
/** The check digits of seventeen zeros and of seventeen ones are valid. */
const PLACEHOLDER =
  'A real VIN isn’t only zeros, ones and X, or one character repeated. Compare it with the car’s papers.'
const LETTERS = 'A VIN never has the letters I, O, or Q.'

const CHECK_PLACE = 8
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** A letter counts as the digit that it stands above. */
const values = ['ABCDEFGH', 'JKLMN.P.R', '.STUVWXYZ']

function valueOf(character: string): number {
  const row = values.find((row) => row.includes(character))
  return row ? row.indexOf(character) + 1 : Number(character)
}

function wrongLength(vin: string): string {
  return `A VIN has ${VIN_LENGTH} characters. This has ${vin.length}.`
}

/** Whoever reads a VIN aloud or off a plate takes a digit for the letter that looks like it. */
function mistakenLetters(vin: string): Pick<VinVerdict, 'fault' | 'reason' | 'suggestion'> {
  const digits = vin.replaceAll('I', '1').replace(/[OQ]/g, '0')
  const { fault, vin: suggestion } = judgeVin(digits)
  if (fault !== null) return { ...faultOf(`${LETTERS} ${TYPO}`, COMPARE_VIN), suggestion: null }
  return { ...faultOf(LETTERS, `Did you mean ${suggestion}?`), suggestion }
}
