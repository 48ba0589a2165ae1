import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { openReaders } from '../db/engines/readers.ts'
import { createCarIndex } from './car-index.ts'
import { createIndexClient } from './car-search.ts'
import { createCachedIndex } from './cached-index.ts'
import { createPriceIndex } from './prices/price-index.ts'
import type { NumberedQuery, SearchResponse, SearchQuery } from './search-process.ts'

/** The search process. It only reads the database, and exits with its parent. */
process.on('disconnect', () => process.exit(0))
// Ctrl-C and other signals reach the whole process group. They are ignored here, so that the parent decides
// when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const { rowBatchReader, readRows } = await openReaders(process.env.SEARCHED_DATABASE!)
const queryListedCars = createIndexClient(rowBatchReader(), createCarIndex)
const queryAllCars = createIndexClient(rowBatchReader(), createCachedIndex)
const queryPrices = createIndexClient(rowBatchReader(), createPriceIndex)

/** Queries about the list of all cars that arrive before the list has been read. */
const earlyQueries: NumberedQuery[] = []
let isLoadingAllCars = true

// If the cars cannot be read yet, the first query reads them and reports any failure.
await queryListedCars((index) => index.read()).catch(() => {})
respond({ ready: true })
void continueReading()

/**
 * Reads the list of all cars in steps. Searches run between the steps, and each step reports the progress to
 * the parent.
 */
async function continueReading(): Promise<void> {
  isLoadingAllCars = await queryAllCars((index) => index.readSome()).catch(() => false)
  if (!isLoadingAllCars) {
    earlyQueries.splice(0).forEach((request) => void reply(request))
    return continueReadingPrices()
  }
  respond({ ready: true })
  setImmediate(() => void continueReading())
}

/** Reads the priced cars in steps, after the lists, which users wait for. */
async function continueReadingPrices(): Promise<void> {
  const hasMore = await queryPrices((index) => index.readSome(Date.now())).catch(() => false)
  if (hasMore) setImmediate(() => void continueReadingPrices())
}

process.on('message', (request: NumberedQuery) => {
  if (isLoadingAllCars && 'sortAndFilter' in request.query) earlyQueries.push(request)
  else void reply(request)
})

async function reply({ id, query }: NumberedQuery): Promise<void> {
  try {
    respond({ id, found: await runQuery(query) })
  } catch (error) {
    if (error instanceof DatabaseLostError) respond({ id, lost: true })
    else respond({ id, failed: (error as Error).stack ?? String(error) })
  }
}

function runQuery(query: SearchQuery): Promise<unknown> {
  if ('find' in query) return queryListedCars((index) => index.find(query.find))
  if ('read' in query) return readRows(query.read)
  if ('price' in query) return queryPrices((index) => index.price(query.price))
  if ('relabel' in query) return queryPrices((index) => index.relabel(query.relabel))
  return 'count' in query
    ? queryListedCars((index) => index.count(query.count))
    : queryAllCars((index) => index.sortAndFilter(query.sortAndFilter))
}

function respond(message: SearchResponse): void {
  process.send?.(message)
}
