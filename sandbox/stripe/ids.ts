import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function generateRandomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte. Higher values would favor the first characters of the
      // alphabet.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

type Prefix = 'pi' | 'ch' | 're' | 'pm' | 'evt' | 'payatt' | 'txn' | 'tr' | 'trr' | 'py' | 'pyr' | 'po' | 'du'

const PREFIXES_WITH_1: Prefix[] = ['pm', 'trr', 'py', 'pyr', 'po', 'du']

/** Creates an ID such as `pi_3…` with 23 random characters, as Stripe does. */
export function newId(prefix: Prefix): string {
  return `${prefix}_${PREFIXES_WITH_1.includes(prefix) ? '1' : '3'}${generateRandomText(23)}`
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${generateRandomText(25)}`
}

export function newRequestId(): string {
  return `req_${generateRandomText(14)}`
}
