import type { Feed as WireFeed, FeedCar as WireFeedCar } from '../../../contract/feeds.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import type { NamedCar } from './feed-cars.repository.ts'
import type { Feed } from './feed.repository.ts'

export interface FeedFigures {
  counts: Record<NamedCar['status'], number>
  url: string
  isStale: boolean
}

export function toWireFeed([feed, { counts, url, isStale }]: readonly [Feed, FeedFigures]): WireFeed {
  return {
    _id: feed.id,
    kind: feed.kind,
    url,
    at: feed.createdAt,
    fetchedAt: feed.fetchedAt,
    fetchedCars: feed.fetchedCars,
    silent: isStale,
    counts: { in: counts.in, warned: counts.warned, out: counts.out },
  }
}

export function toWireFeedCar({ id, name, image, status, reasons }: NamedCar, config: Config): WireFeedCar {
  return {
    _id: id,
    carID: id,
    name,
    image_url: toShownPhoto(image, config),
    status,
    reasons: reasons.map(({ field, leavesOut, message, fix }) => ({ field, leavesOut, message, fix })),
  }
}
