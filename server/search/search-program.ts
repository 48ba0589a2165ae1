import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { openReaders } from '../db/engines/readers.ts'
import { createCarIndex } from './car-index.ts'
import { clientOf } from './car-search.ts'
import { createCachedIndex } from './cached-index.ts'
import { createPriceIndex } from './prices/price-index.ts'
import type { NumberedQuestion, SearchResponse, SearchQuestion } from './search-process.ts'

/** The search process. It only reads the database, and exits with its parent. */
process.on('disconnect', () => process.exit(0))
// Ctrl-C and other signals reach the whole process group. They are ignored here, so that the parent decides
// when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const { rowBatchReader, readRows } = await openReaders(process.env.SEARCHED_DATABASE!)
const queryListedCars = clientOf(rowBatchReader(), createCarIndex)
const queryAllCars = clientOf(rowBatchReader(), createCachedIndex)
const queryPrices = clientOf(rowBatchReader(), createPriceIndex)

/** Questions about the list of all cars that arrive before the list has been read. */
const earlyQuestions: NumberedQuestion[] = []
let isLoadingAllCars = true

// If the cars cannot be read yet, the first question reads them and reports any failure.
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
    earlyQuestions.splice(0).forEach((request) => void reply(request))
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

process.on('message', (request: NumberedQuestion) => {
  if (isLoadingAllCars && 'sortAndFilter' in request.question) earlyQuestions.push(request)
  else void reply(request)
})

async function reply({ id, question }: NumberedQuestion): Promise<void> {
  try {
    respond({ id, found: await runQuestion(question) })
  } catch (error) {
    if (error instanceof DatabaseLostError) respond({ id, lost: true })
    else respond({ id, failed: (error as Error).stack ?? String(error) })
  }
}

function runQuestion(question: SearchQuestion): Promise<unknown> {
  if ('find' in question) return queryListedCars((index) => index.find(question.find))
  if ('read' in question) return readRows(question.read)
  if ('price' in question) return queryPrices((index) => index.price(question.price))
  if ('relabel' in question) return queryPrices((index) => index.relabel(question.relabel))
  return 'count' in question
    ? queryListedCars((index) => index.count(question.count))
    : queryAllCars((index) => index.sortAndFilter(question.sortAndFilter))
}

function respond(message: SearchResponse): void {
  process.send?.(message)
}
