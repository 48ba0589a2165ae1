import { MAX_CHARGE, parsePrice } from '../money.ts'

/** Below this, a guess at the price of a car is no good one. In cents. */
const LEAST = 100_00

/**
 * What somebody most likely meant by text that is no price: `$21,5`, `21.500,00`, `21.5k`, `around 21 500`.
 * @returns cents; null where the text is a price, or names no amount, or more than one
 */
export function suggestPrice(text: string): number | null {
  if (parsePrice(text) !== null) return null
  const [amount, another] = text.toLowerCase().match(/\d[\d.,'’ ]*(?:k\b)?/g) ?? []
  if (amount === undefined || another !== undefined) return null
  const dollars = amount.endsWith('k') ? readThousands(amount.slice(0, -1)) : readGroups(amount)
  const minor = dollars === null ? null : Math.round(dollars * 100)
  return minor !== null && minor >= LEAST && minor <= MAX_CHARGE ? minor : null
}

/** `21.5` of thousands. */
function readThousands(amount: string): number | null {
  const [, whole, part = '0'] = /^(\d+)(?:[.,](\d{1,2}))?\s*$/.exec(amount) ?? []
  return whole === undefined ? null : Number(`${whole}.${part}`) * 1000
}

/** `21.500,00`, `21 500`; a last group that is too short lost its zeros: `21,5`. */
function readGroups(amount: string): number | null {
  const [, text = '', cents = '00'] = /^(.*?[.,'’ ]\d{3})[.,](\d\d)$/.exec(amount.trim()) ?? [null, amount]
  const [first, ...groups] = text.split(/[.,'’ ]+/).filter(Boolean)
  const last = groups.pop()
  if (groups.some((group) => group.length !== 3) || (last?.length ?? 0) > 3) return null
  if (last !== undefined && first!.length > 3) return null
  return Number(`${[first, ...groups].join('')}${last?.padEnd(3, '0') ?? ''}.${cents}`)
}
