import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { feed, feedCar, feedCarsQuery, feedFileParams, feedInput } from '../feeds.ts'
import { deleted, exportedWhole, idParams } from '../fields.ts'
import type { EndpointName } from '../paths.ts'

export const feedEndpoints = {
  listFeeds: {
    summary: 'List your feeds, the newest first, with their addresses and how many cars are in each',
    who: 'seller-or-admin',
    query: exportedWhole,
    output: z.array(feed),
    limit: 'R1',
  },
  addFeed: {
    summary: 'Put your stock at a secret address, in the format of a receiver',
    who: 'seller-or-admin',
    body: feedInput,
    output: feed,
    problems: ['feed-limit'],
    limit: 'W2',
  },
  getFeed: {
    summary: 'One of your feeds',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: feed,
    problems: ['not-found'],
    limit: 'R1',
  },
  deleteFeed: {
    summary: 'Revoke a feed: its address leads nowhere from now on',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
  listFeedCars: {
    summary: 'Your cars on the market, each with what becomes of it in a feed, and why',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    query: feedCarsQuery,
    output: z.array(feedCar),
    problems: ['not-found'],
    limit: 'R1',
  },
  readFeed: {
    summary:
      'A feed, for its receiver: CSV, or JSON Feed 1.1. It is as fresh as the market; 304 by its ETag where nothing changed',
    who: 'anyone',
    params: feedFileParams,
    output: z.string(),
    answers: 'text/csv',
    problems: ['not-found'],
    limit: 'F',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
