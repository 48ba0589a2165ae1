import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { Context } from '../../context.ts'

/** The part of a deal that its side can read without signing in. */
interface DealLink {
  purchaseId: string
  side: 'buyer' | 'seller'
}

type Secret = Pick<Config, 'tokenSecret'>

const LINK_DAYS = 90
const DAY_SECONDS = 86_400
const FOLDER = '/deals/view'

/** The URLs of all read-only pages; the token is the only group. */
export const DEAL_LINK_PATTERN = /^\/deals\/view\/([\w.-]{1,200})\/?$/

/** Returns the path of a deal's read-only page, which needs neither JavaScript nor a sign-in for 90 days. */
export function dealLink(secret: Secret, { purchaseId, side }: DealLink, now: Date): string {
  const expiresAt = Math.floor(now.getTime() / 1000) + LINK_DAYS * DAY_SECONDS
  const claims = `${purchaseId}.${side}.${expiresAt}`
  return `${FOLDER}/${claims}.${sign(secret, claims)}`
}

/**
 * Verifies the token of a deal link, and returns its contents.
 * @returns null if the token is forged or expired
 */
export function readDealToken(secret: Secret, token: string, now: Date): DealLink | null {
  const end = token.lastIndexOf('.')
  const claims = token.slice(0, end)
  const expected = Buffer.from(sign(secret, claims))
  const given = Buffer.from(token.slice(end + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [purchaseId, side, expiresAt] = claims.split('.') as [string, DealLink['side'], string]
  return Number(expiresAt) * 1000 > now.getTime() ? { purchaseId, side } : null
}

function sign({ tokenSecret }: Secret, claims: string): string {
  return createHmac('sha256', tokenSecret).update(`deal-link\n${claims}`).digest('base64url')
}

/** Adds the link to the deal's read-only page to a notice to its buyer or seller. */
export function addDealLink(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { purchaseId, buyerId }: { purchaseId: string; buyerId: string },
  notice: Notice,
): Notice {
  const side = notice.userId === buyerId ? 'buyer' : 'seller'
  return { ...notice, readOnlyLink: dealLink(config, { purchaseId, side }, now()) }
}
