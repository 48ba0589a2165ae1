import type * as z from 'zod'
import { formatNumber } from '../number-format.ts'

/**
 * Returns the message for input that a schema rejects without a custom message. It is always a sentence
 * that explains what to do, never raw validator output. Any code that validates user input passes this
 * function to zod.
 */
export function getInputMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Fill this in.' : wantedType(issue.expected)
    case 'invalid_value':
      return chooseOne(issue.values.map(String))
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum)
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    default:
      return 'Check what you entered.'
  }
}

/** Returns a message such as `Choose Buyer or Seller.` */
export function chooseOne(options: readonly string[]): string {
  return `Choose ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options)}.`
}

function wantedType(expected: string): string {
  switch (expected) {
    case 'string':
      return 'Enter text.'
    case 'number':
      return 'Enter a number.'
    case 'int':
      return 'Enter a whole number.'
    case 'array':
      return 'Send a list.'
    case 'object':
      return 'Send an object with named fields.'
    default:
      return 'Check what you entered.'
  }
}

function bound(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string')
    return `Use ${word} ${formatNumber(limit)} ${limit === 1 ? 'character' : 'characters'}.`
  if (origin === 'array') return `Choose ${word} ${formatNumber(limit)}.`
  return `Enter a number that is ${word} ${formatNumber(limit)}.`
}
