import { invalidParam, missingParam } from './problem.ts'

interface CurrencyRule {
  symbol: string
  decimals: 0 | 2
  /**
   * Minimum charge, in the currency's smallest unit:
   * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
   */
  minimum: number
}

const MAXIMUM = 99_999_999

const CURRENCIES: Record<string, CurrencyRule> = {
  usd: { symbol: '$', decimals: 2, minimum: 50 },
  eur: { symbol: '€', decimals: 2, minimum: 50 },
  gbp: { symbol: '£', decimals: 2, minimum: 30 },
  cad: { symbol: '$', decimals: 2, minimum: 50 },
  aud: { symbol: '$', decimals: 2, minimum: 50 },
  nzd: { symbol: '$', decimals: 2, minimum: 50 },
  chf: { symbol: 'CHF ', decimals: 2, minimum: 50 },
  jpy: { symbol: '¥', decimals: 0, minimum: 50 },
}

export function readCurrency(sent: string | undefined): string {
  if (sent === undefined) throw missingParam('currency')
  const currency = sent.toLowerCase()
  if (!Object.hasOwn(CURRENCIES, currency)) {
    throw invalidParam(
      'currency',
      `Invalid currency: ${currency}. This sandbox supports these currencies: ${Object.keys(CURRENCIES).join(', ')}`,
    )
  }
  return currency
}

/** Validates an amount in the currency's smallest unit. */
export function readAmount(sent: number | undefined, currency: string): number {
  if (sent === undefined) throw missingParam('amount')
  if (sent < 1) {
    throw invalidParam(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  const rule = CURRENCIES[currency]
  if (rule && sent < rule.minimum) {
    throw invalidParam(
      'amount',
      `Amount must be at least ${formatAmount(rule.minimum, currency)} ${currency}`,
      'amount_too_small',
    )
  }
  if (sent > MAXIMUM) {
    throw invalidParam(
      'amount',
      `Amount must be no more than ${formatAmount(MAXIMUM, currency)}`,
      'amount_too_large',
    )
  }
  return sent
}

/** Formats an amount for display: `2490000` usd → `$24,900.00`. */
export function formatAmount(amount: number, currency: string): string {
  const { symbol, decimals } = CURRENCIES[currency] ?? { symbol: '', decimals: 2 }
  const value = decimals === 0 ? amount : amount / 100
  return (
    symbol +
    value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  )
}
