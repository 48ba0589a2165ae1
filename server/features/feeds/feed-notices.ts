import { feedNames } from '../../../contract/feed-names.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { NamedCar } from './feed-cars.repository.ts'
import type { Feed } from './feed.repository.ts'

/** Maximum number of cars that a message names. */
const NAMED = 10

/** Builds the message that cars dropped out of a feed in use, with the reasons. */
export function newsOf(feed: Feed, cars: readonly NamedCar[]): Notice {
  const lines = cars.slice(0, NAMED).map(({ name, reasons }) => `${name}: ${exclusionReason(reasons)}`)
  const more = cars.length > NAMED ? [`And ${cars.length - NAMED} more.`] : []
  const what = cars.length === 1 ? cars[0]!.name : `${cars.length} cars`
  return {
    ...about(feed),
    subject: `${what} fell out of your ${feedNames[feed.kind]} feed`,
    body: [...lines, ...more].join('\n'),
  }
}

function exclusionReason(reasons: NamedCar['reasons']): string {
  return reasons
    .filter(({ leavesOut }) => leavesOut)
    .map(({ message }) => message)
    .join(' ')
}

/** Builds the message that a feed has not been fetched for a day. */
export function staleNoticeOf(feed: Feed): Notice {
  const since = feed.fetchedAt === null ? 'since you made it' : 'for 24 hours'
  return {
    ...about(feed),
    subject: `Nobody has fetched your ${feedNames[feed.kind]} feed ${since}`,
    body: 'Check that its address is entered where it should be fetched, and that fetching it is switched on there.',
  }
}

function about({ id, sellerId }: Feed): Pick<Notice, 'userId' | 'kind' | 'link'> {
  return { userId: sellerId, kind: 'feed', link: pagePath('feed', { id }) }
}
