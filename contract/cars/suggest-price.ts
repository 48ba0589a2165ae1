import { MAX_CHARGE_CENTS, parsePrice } from '../money.ts'

/** The lowest suggested price, in cents. Below it, a guess is too unreliable. */
const LEAST = 100_00

/**
 * Returns the most likely meaning of an invalid price: `$21,5`, `21.500,00`, `21.5k`, `around 21 500`.
 * @returns the price in cents, or null if the input is already valid, or contains no amount or several
 */
export function suggestPrice(text: string): number | null {
  if (parsePrice(text) !== null) return null
  const [amount, another] = text.toLowerCase().match(/\d[\d.,'’ ]*(?:k\b)?/g) ?? []
  if (amount === undefined || another !== undefined) return null
  const dollars = amount.endsWith('k') ? readThousands(amount.slice(0, -1)) : readGroups(amount)
  const minor = dollars === null ? null : Math.round(dollars * 100)
  return minor !== null && minor >= LEAST && minor <= MAX_CHARGE_CENTS ? minor : null
}

/** Parses an amount in thousands, such as the `21.5` of `21.5k`. */
function readThousands(amount: string): number | null {
  const [, integerPart, part = '0'] = /^(\d+)(?:[.,](\d{1,2}))?\s*$/.exec(amount) ?? []
  return integerPart === undefined ? null : Number(`${integerPart}.${part}`) * 1000
}

/**
 * Parses an amount with separators, such as `21.500,00` or `21 500`. A last group that is too short, as in
 * `21,5`, is padded with zeros.
 */
function readGroups(amount: string): number | null {
  const [, text = '', cents = '00'] = /^(.*?[.,'’ ]\d{3})[.,](\d\d)$/.exec(amount.trim()) ?? [null, amount]
  const [first, ...groups] = text.split(/[.,'’ ]+/).filter(Boolean)
  const last = groups.pop()
  if (groups.some((group) => group.length !== 3) || (last?.length ?? 0) > 3) return null
  if (last !== undefined && first!.length > 3) return null
  return Number(`${[first, ...groups].join('')}${last?.padEnd(3, '0') ?? ''}.${cents}`)
}
