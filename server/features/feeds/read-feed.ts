import type { FeedKind } from '../../../contract/feed-names.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { isNotModified, yieldNothing, buildTag } from '../../http/entity-tags.ts'

import { readLedgerMark } from '../cars/own-cars.repository.ts'
import { findFeedBySecret, markFetched, type Feed } from './feed.repository.ts'
import type { FeedHead, Format } from './formats/format.ts'
import { RELEASE } from './check-feed.ts'
import { google } from './formats/google.ts'
import { jsonFeed } from './formats/json-feed.ts'
import { meta } from './formats/meta.ts'
import { ownCsv } from './formats/own-csv.ts'
import { checkCar } from './rules/check-car.ts'
import { readStock, type StockCar } from './stock.ts'
import { readSeller } from './stock.repository.ts'

const formats: Record<FeedKind, Format> = { google, meta, json: jsonFeed, csv: ownCsv }

export function buildFeedFileName({ kind, secret }: Pick<Feed, 'kind' | 'secret'>): string {
  return `${secret}.${formats[kind].extension}`
}

export function buildFeedUrl({ config }: Pick<Context, 'config'>, feed: Feed): string {
  return config.publicUrl + apiPath('readFeed', { file: buildFeedFileName(feed) })
}

/**
 * Returns the cars that are in a feed now, or 304 if the receiver already has them.
 * @throws ProblemError `not-found` if the feed does not exist or was deleted
 */
export async function readFeed({ ctx, params, req }: Call<'readFeed'>) {
  const feed = await findFeedBySecret(ctx.db, params.file.replace(/\.\w+$/, ''))
  if (!feed || params.file !== buildFeedFileName(feed)) throw new ProblemError('not-found')
  const { name: sellerName, isVerified: isSellerVerified, fees } = await readSeller(ctx.db, feed.sellerId)
  const { publicUrl } = ctx.config
  const head: FeedHead = { feed, sellerName, isSellerVerified, fees, publicUrl, url: buildFeedUrl(ctx, feed) }
  const tag = feedTag(head, await readLedgerMark(ctx, feed.sellerId), ctx.now())
  const isUnchanged = isNotModified(req.get('If-None-Match'), [tag])
  const hasBody = !isUnchanged && req.method !== 'HEAD'
  if (!hasBody) await markFetched(ctx.db, feed.id, undefined, ctx.now())
  return new ApiResponse(hasBody ? writeChunks(ctx, head) : yieldNothing(), {
    status: isUnchanged ? 304 : 200,
    headers: {
      ETag: `W/${tag}`,
      'X-Robots-Tag': 'noindex',
      ...(!isUnchanged && {
        'Content-Type': formats[feed.kind].contentType,
        'Content-Disposition': `attachment; filename="kerblight-${feed.kind}-feed.${formats[feed.kind].extension}"`,
      }),
    },
  })
}

/** Yields the file in chunks, and records the fetch after the last one. */
async function* writeChunks(ctx: Context, head: FeedHead): AsyncGenerator<string> {
  const { feed } = head
  const now = ctx.now()
  let cars = 0
  async function* readAcceptedCars(): AsyncGenerator<StockCar[]> {
    for await (const page of readStock(ctx, feed.sellerId)) {
      const acceptedCars = page.filter((car) => checkCar(feed.kind, car, now).status !== 'out')
      cars += acceptedCars.length
      if (acceptedCars.length > 0) yield acceptedCars
    }
  }
  yield* formats[feed.kind].write(head, readAcceptedCars())
  await markFetched(ctx.db, feed.id, cars, ctx.now())
}

/** Returns a feed's ETag. It includes the year, which affects the range of valid model years. */
function feedTag(
  { feed, sellerName, isSellerVerified, fees, publicUrl }: FeedHead,
  ledger: string,
  now: Date,
): string {
  return buildTag([
    RELEASE,
    feed.id,
    ledger,
    sellerName,
    isSellerVerified,
    fees,
    publicUrl,
    now.getUTCFullYear(),
  ])
}
