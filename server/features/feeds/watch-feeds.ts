import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import { checkFeed } from './check-feed.ts'
import { buildStaleNotice } from './feed-notices.ts'
import { SILENT_MS } from './feed-cars.repository.ts'
import { listFetchedFeeds, listStaleFeeds, markStaleNotified } from './feed.repository.ts'

/** Notifies sellers of cars that dropped out of a feed in use, and of feeds that are no longer fetched. */
export async function watchFeeds(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  for (const feed of await listFetchedFeeds(ctx.db)) await checkFeed(ctx, feed)
  const since = new Date(ctx.now().getTime() - SILENT_MS)
  for (const feed of await listStaleFeeds(ctx.db, since))
    await ctx.db.transaction().execute(async (trx) => {
      if (await markStaleNotified(trx, feed.id, ctx.now())) await notify(trx, ctx, buildStaleNotice(feed))
    })
}
