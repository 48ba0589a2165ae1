import { randomBytes } from 'node:crypto'
import { MAX_FEEDS } from '../../../contract/feeds.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable, type RowEndpoint } from '../../http/row-access.ts'
import { checkFeed } from './check-feed.ts'
import { countFeedCars, isStale } from './feed-cars.repository.ts'

import { deleteFeed, findFeed, insertFeed, listSellerFeeds, type Feed } from './feed.repository.ts'
import type { FeedFigures } from './feed.wire.ts'
import { buildFeedUrl } from './read-feed.ts'

const SECRET_BYTES = 32

/**
 * Returns one of the caller's own feeds, with its cars checked.
 * @throws ProblemError `not-found`, even if the feed belongs to another user
 */
export async function getOwnFeed(
  ctx: Context,
  name: RowEndpoint,
  actor: Actor,
  id: string,
): Promise<[Feed, FeedFigures]> {
  const feed = getReachable(name, actor, await findFeed(ctx.db, id), ({ sellerId }) => sellerId)
  return withFigures(ctx, feed)
}

export async function listOwnFeeds(ctx: Context, actor: Actor): Promise<[Feed, FeedFigures][]> {
  const feeds: [Feed, FeedFigures][] = []
  for (const feed of await listSellerFeeds(ctx.db, actor.id)) feeds.push(await withFigures(ctx, feed))
  return feeds
}

async function withFigures(ctx: Context, feed: Feed): Promise<[Feed, FeedFigures]> {
  await checkFeed(ctx, feed)
  const counts = await countFeedCars(ctx.db, feed.id)
  return [feed, { counts, url: buildFeedUrl(ctx, feed), isStale: isStale(feed, ctx.now()) }]
}

/** Adds a feed. Its URL cannot be guessed, and anyone with the URL can fetch the feed. */
export async function addFeed({ ctx, actor, body }: Call<'addFeed'>): Promise<[Feed, FeedFigures]> {
  const id = newId()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await ctx.db.transaction().execute(async (trx) => {
    if ((await listSellerFeeds(trx, actor.id)).length >= MAX_FEEDS) throw new ProblemError('feed-limit')
    await insertFeed(trx, { id, sellerId: actor.id, kind: body.kind, secret }, ctx.now())
  })
  return withFigures(ctx, (await findFeed(ctx.db, id))!)
}

export async function revokeFeed({ ctx, actor, params }: Call<'deleteFeed'>): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    getReachable('deleteFeed', actor, await findFeed(trx, params.id), ({ sellerId }) => sellerId)
    return deleteFeed(trx, params.id)
  })
}
