import {
  detectBrand,
  getCvcLength,
  formatCardNumber,
  isCompleteLength,
  getMaxCardLength,
  passesLuhn,
} from './card-number.ts'

export type FieldName = 'number' | 'expiry' | 'cvc' | 'postal'

export interface FieldState {
  text: string
  isComplete: boolean
  /** An error that is shown while the user is still typing. */
  error: string | null
}

export const MESSAGES: Record<string, string> = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
}

export const INCOMPLETE: Record<FieldName, string> = {
  number: 'incomplete_number',
  expiry: 'incomplete_expiry',
  cvc: 'incomplete_cvc',
  postal: 'incomplete_zip',
}

export function readNumber(typed: string): FieldState {
  const all = extractDigits(typed)
  const digits = all.slice(0, getMaxCardLength(all))
  const isFull = isCompleteLength(digits)
  const isValid = isFull && passesLuhn(digits)
  // UnionPay numbers vary in length, so a wrong check digit is an error only at the maximum length.
  const isWrong = isFull && !isValid && digits.length === getMaxCardLength(digits)
  return { text: formatCardNumber(digits), isComplete: isValid, error: isWrong ? 'invalid_number' : null }
}

/**
 * Parses `1234`, `12/34`, `1/34`, and `12/2034`. `wasDeleting` prevents the slash from reappearing while the
 * user deletes.
 */
export function readExpiry(typed: string, wasDeleting: boolean, today: Date): FieldState {
  const text = formatExpiry(typed, wasDeleting)
  const [month = '', year = ''] = text.split(' / ')
  if (month === '00') return { text, isComplete: false, error: 'invalid_expiry_month' }
  if (month.length < 2 || year.length < 2) return { text, isComplete: false, error: null }
  const error = expiryError(Number(month), 2000 + Number(year), today)
  return { text, isComplete: error === null, error }
}

export function readCvc(typed: string, number: string): FieldState {
  const length = getCvcLength(extractDigits(number))
  const isUnknown = detectBrand(extractDigits(number)) === 'unknown'
  const text = extractDigits(typed).slice(0, isUnknown ? 4 : length)
  return { text, isComplete: isUnknown ? text.length >= 3 : text.length === length, error: null }
}

/**
 * Parses a postal code. An all-digit code needs at least five digits, as in the US; any other code needs at
 * least three characters.
 */
export function readPostal(typed: string): FieldState {
  const text = typed.replace(/[^\p{L}\d -]/gu, '').slice(0, 10)
  const isComplete = /^\d+$/.test(text) ? text.length >= 5 : text.trim().length >= 3
  return { text, isComplete, error: null }
}

export function extractDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function formatExpiry(typed: string, wasDeleting: boolean): string {
  let digits = extractDigits(typed)
  const beforeSlash = extractDigits(typed.split('/')[0] ?? '')
  if (typed.includes('/') && beforeSlash.length === 1) digits = `0${digits}`
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`
  // Browsers autofill a four-digit year.
  if (digits.length >= 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4, 6)
  digits = digits.slice(0, 4)
  if (digits.length < 2) return digits
  if (digits.length === 2 && wasDeleting) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

function expiryError(month: number, year: number, today: Date): string | null {
  const thisYear = today.getFullYear()
  if (year < thisYear) return 'invalid_expiry_year_past'
  if (year > thisYear + 50) return 'invalid_expiry_year'
  return year === thisYear && month < today.getMonth() + 1 ? 'invalid_expiry_month_past' : null
}
