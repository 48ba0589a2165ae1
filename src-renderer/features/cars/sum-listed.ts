import { statesListed } from '../../../contract/car-life.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import type { CarList } from './placed-pages.ts'

/** How many cars a list shows while no state is chosen. */
export function sumListed(counts: EndpointOutput<'countAllCars'>, { mine }: Pick<CarList, 'mine'>): number {
  return statesListed({ isOwn: mine !== undefined }).reduce((sum, state) => sum + counts[state], 0)
}
