import type { FeedKind, FeedStatus } from '../../../../contract/feed-names.ts'
import type { FeedReason } from '../../../../contract/feeds.ts'
import type { StockCar } from '../stock.ts'
import { googleRules } from './google-rules.ts'
import { metaRules } from './meta-rules.ts'
import type { Rule } from './reason.ts'

/** The rules of formats without a receiver that has its own requirements. */
const noRules: readonly Rule[] = []
const rules: Record<FeedKind, readonly Rule[]> = {
  google: googleRules,
  meta: metaRules,
  json: noRules,
  csv: noRules,
}

export function checkCar(
  kind: FeedKind,
  car: StockCar,
  now: Date,
): { status: FeedStatus; reasons: FeedReason[] } {
  const reasons = rules[kind].flatMap((rule) => rule(car, now) ?? [])
  if (reasons.some(({ leavesOut }) => leavesOut)) return { status: 'out', reasons }
  return { status: reasons.length > 0 ? 'warned' : 'in', reasons }
}
