import { feedNames } from '../../../contract/feed-names.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { NamedCar } from './feed-cars.repository.ts'
import type { Feed } from './feed.repository.ts'

const MAX_NAMED_CARS = 10

export function buildDroppedCarsNotice(feed: Feed, cars: readonly NamedCar[]): Notice {
  const lines = cars
    .slice(0, MAX_NAMED_CARS)
    .map(({ name, reasons }) => `${name}: ${exclusionReason(reasons)}`)
  const moreLine = cars.length > MAX_NAMED_CARS ? [`And ${cars.length - MAX_NAMED_CARS} more.`] : []
  const droppedCars = cars.length === 1 ? cars[0]!.name : `${cars.length} cars`
  return {
    ...noticeBase(feed),
    subject: `${droppedCars} fell out of your ${feedNames[feed.kind]} feed`,
    body: [...lines, ...moreLine].join('\n'),
  }
}

function exclusionReason(reasons: NamedCar['reasons']): string {
  return reasons
    .filter(({ leavesOut }) => leavesOut)
    .map(({ message }) => message)
    .join(' ')
}

export function buildStaleNotice(feed: Feed): Notice {
  const since = feed.fetchedAt === null ? 'since you made it' : 'for 24 hours'
  return {
    ...noticeBase(feed),
    subject: `Nobody has fetched your ${feedNames[feed.kind]} feed ${since}`,
    body: 'Check that its address is entered where it should be fetched, and that fetching it is switched on there.',
  }
}

function noticeBase({ id, sellerId }: Feed): Pick<Notice, 'userId' | 'kind' | 'link'> {
  return { userId: sellerId, kind: 'feed', link: pagePath('feed', { id }) }
}
