export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'

interface BrandRule {
  brand: Brand
  /** A pattern that matches as soon as the first digits identify the brand. */
  prefix: RegExp
  lengths: number[]
  groups: number[]
  cvcLength: number
}

const FOURS = [4, 4, 4, 4, 3]

const UNKNOWN: BrandRule = { brand: 'unknown', prefix: /^/, lengths: [16], groups: FOURS, cvcLength: 3 }

const RULES: BrandRule[] = [
  { brand: 'visa', prefix: /^4/, lengths: [16], groups: FOURS, cvcLength: 3 },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { brand: 'diners', prefix: /^(36|38|39|30[0-5])/, lengths: [14, 16], groups: [4, 6, 4, 5], cvcLength: 3 },
  { brand: 'jcb', prefix: /^35/, lengths: [16], groups: FOURS, cvcLength: 3 },
  { brand: 'discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16], groups: FOURS, cvcLength: 3 },
  { brand: 'unionpay', prefix: /^(62|81)/, lengths: [16, 17, 18, 19], groups: FOURS, cvcLength: 3 },
]

function findBrandRule(digits: string): BrandRule {
  return RULES.find((rule) => rule.prefix.test(digits)) ?? UNKNOWN
}

export function detectBrand(digits: string): Brand {
  return findBrandRule(digits).brand
}

export function getCvcLength(digits: string): number {
  return findBrandRule(digits).cvcLength
}

export function getMaxCardLength(digits: string): number {
  return Math.max(...listCardLengths(digits))
}

export function isCompleteLength(digits: string): boolean {
  return listCardLengths(digits).includes(digits.length)
}

/**
 * Formats `4242424242424242` as `4242 4242 4242 4242`. American Express and 14-digit Diners numbers have
 * their own groups.
 */
export function formatCardNumber(digits: string): string {
  const rule = findBrandRule(digits)
  // A 16-digit Diners number does not start with 36, and is printed in groups of four.
  const groups = rule.brand === 'diners' && listCardLengths(digits)[0] === 16 ? FOURS : rule.groups
  const parts: string[] = []
  let rest = digits
  for (const size of groups) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** Verifies the check digit according to ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return digits !== '' && sum % 10 === 0
}

function listCardLengths(digits: string): number[] {
  const rule = findBrandRule(digits)
  if (rule.brand !== 'diners') return rule.lengths
  return digits.startsWith('36') ? [14] : [16]
}
