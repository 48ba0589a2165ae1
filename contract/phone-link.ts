/**
 * The trunk zero in `+44 (0)20`, which is dialed only inside the country. Italy and San Marino retain it in
 * international numbers.
 */
const TRUNK_ZERO = /((?:\+|\b00)(?!39|378)\d{1,3})([\s.-]{0,3})[([]0[)\]]/
const EXTENSION = /[\s,;(]*(?:extension|extn|ext|x|durchwahl|dw|poste|#)[.:=\s]{0,3}(\d{1,7})(?!\d)/iy
/** The letters on each phone key, starting at key 2. */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

/**
 * Returns the link that dials a phone number (RFC 3966): digits, the plus of an international number, and an
 * extension. Of several numbers, it dials the first. Letters, as in `1-800-FLOWERS`, become digits.
 * @returns null if there is no digit. The field may contain another way to contact the person
 */
export function buildPhoneLink(phone: string): string | null {
  const text = phone.replace(TRUNK_ZERO, '$1$2')
  const start = text.search(/\d/)
  if (start === -1) return null
  const plus = /\+[\s(]{0,3}$/.test(text.slice(0, start)) ? '+' : ''
  let digits = ''
  for (const { 0: part, index } of text.slice(start).matchAll(/\d+|[a-z]+|[^\s\d().-]/gi)) {
    const extension = digits.length < 3 ? null : extensionAt(text, start + index)
    if (extension !== null) return `tel:${plus}${digits};ext=${extension}`
    const isComplete = digits.length >= completeLength(plus, digits)
    if (/\d/.test(part)) digits += part
    else if (isComplete) break
    else if (isDialed(part, text[start + index - 1]!)) digits += onKeys(part)
  }
  return `tel:${plus}${digits}`
}

function extensionAt(text: string, at: number): string | null {
  EXTENSION.lastIndex = at
  return EXTENSION.exec(text)?.[1] ?? null
}

/**
 * Returns the minimum number of digits of a complete number. After that many, a slash or a word ends the
 * number; after fewer, it follows an area code.
 */
function completeLength(plus: string, digits: string): number {
  if (digits.startsWith('1')) return 11
  return plus === '' ? 7 : 9
}

/**
 * Reports whether a word is part of the number. A lowercase word is part of it only if it is attached to the
 * digits, as in `1-800-flowers`.
 */
function isDialed(word: string, before: string): boolean {
  return /^[A-Z]+$/.test(word) || (/^[a-z]+$/i.test(word) && /[\d.-]/.test(before))
}

function onKeys(word: string): string {
  return word.toLowerCase().replace(/./g, (letter) => {
    const key = KEYS.findIndex((letters) => letters.includes(letter))
    return String(key + 2)
  })
}
