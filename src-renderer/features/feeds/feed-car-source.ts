import type { FeedStatus } from '../../../contract/feed-names.ts'
import type { FeedCar } from '../../../contract/feeds.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { feedsApi } from './feeds.api.ts'

const sorts = { car: byField('name'), status: byField('status'), why: byField('why') }

type CarList = ListOf<'listFeedCars'>

/** The cars of one feed, all or those of one status, as its console table reads them. */
export function feedCarSource(id: string, status: FeedStatus | undefined): PlacedSource<FeedCar, CarList> {
  const { placeFeedCars } = feedsApi.endpoints
  const params = { id }
  const endpoint: PlacedSource<FeedCar, CarList>['endpoint'] = {
    initiate: ({ query }, options) => placeFeedCars.initiate({ params, query }, options),
    select: ({ query }) => placeFeedCars.select({ params, query }),
  }
  return {
    endpoint,
    listOf: ({ sort, find }) => ({ status, q: wordsOf(find), sort: sortName(sorts, sort) }),
    counter: countedBy(
      {
        initiate: ({ query }) => placeFeedCars.initiate({ params, query }),
        select: ({ query }) => placeFeedCars.select({ params, query }),
      },
      ({ q }: CarList) => ({ q, status, limit: 1 }),
      (answer) => ({ facets: [], total: pagesOf(answer).total ?? 0 }),
    ),
  }
}
