import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Deal } from '../records/deal.repository.ts'

type Coded = Pick<Deal, 'purchaseId' | 'codeCounter'>

/**
 * Returns the handover code: six digits that only the buyer sees. The code is derived from the server's
 * secret, so it is not stored and stays the same on every visit.
 */
export function handoverCode({ tokenSecret }: Pick<Config, 'tokenSecret'>, deal: Coded): string {
  const digest = createHmac('sha256', tokenSecret)
    .update(`handover-code\n${deal.purchaseId}\n${deal.codeCounter}`)
    .digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export function isHandoverCode(config: Pick<Config, 'tokenSecret'>, deal: Coded, typed: string): boolean {
  const expected = Buffer.from(handoverCode(config, deal))
  const given = Buffer.from(typed)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
