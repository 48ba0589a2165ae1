import type { ServerProcess } from '../load/processes.ts'
import { pick } from '../load/random.ts'
import { buildRequest } from '../load/request.ts'
import { FEW, measureP99, type Side } from './compare.ts'
import { printSpan } from './print.ts'
import { worstSearches } from './searches.ts'

const SEARCHING = 8

/**
 * Measures the response time for a single car, first without other load and then during the slowest searches.
 */
export async function printCarDuringSearches(
  server: ServerProcess,
  carIds: readonly string[],
  seconds: number,
): Promise<void> {
  const car: Side = { server, request: () => buildRequest({ path: `/api/cars/${pick(carIds)}` }) }
  printSpan('a car, no other load, p99', await measureP99(car, FEW, seconds))
  const worst: Side = { server, request: () => buildRequest({ path: pick(Object.values(worstSearches))() }) }
  const searchLoad = measureP99(worst, SEARCHING, seconds * 2)
  printSpan(`a car, during ${SEARCHING} worst-case searches, p99`, await measureP99(car, FEW, seconds))
  await searchLoad
}
