import type { feedEndpoints } from '../../../contract/feeds.ts'
import { readCursor } from '../../db/page.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { listFeedCars } from './feed-cars.repository.ts'
import { addFeed, getOwnFeed, listOwnFeeds, revokeFeed } from './feed.service.ts'
import { toWireFeed, toWireFeedCar } from './feed.wire.ts'
import { readFeed } from './read-feed.ts'

export const feedRoutes: Handlers<keyof typeof feedEndpoints> = {
  listFeeds: async ({ ctx, actor }) => (await listOwnFeeds(ctx, actor)).map(toWireFeed),
  addFeed: async (call) => toWireFeed(await addFeed(call)),
  getFeed: async ({ ctx, actor, params }) => toWireFeed(await getOwnFeed(ctx, 'getFeed', actor, params.id)),
  deleteFeed: async (call) => ({ acknowledged: true, deletedCount: await revokeFeed(call) }),
  listFeedCars: async ({ ctx, actor, params, query, req }) => {
    // The cursor is validated before cars are rechecked, so that a rejected request writes nothing.
    readCursor(query.cursor)
    const [{ id }] = await getOwnFeed(ctx, 'listFeedCars', actor, params.id)
    return pageResponse(await listFeedCars(ctx, id, query), req, (car) => toWireFeedCar(car, ctx.config))
  },
  readFeed,
}
