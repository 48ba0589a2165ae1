import { statesListed } from '../../../contract/car-life.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'

/** `mine`: one's own alone. */
export interface WhoseCars {
  mine?: '1'
}

/** How many cars a list shows while no state is chosen. */
export function sumListed(counts: EndpointOutput<'countAllCars'>, { mine }: WhoseCars): number {
  return statesListed({ isOwn: mine !== undefined }).reduce((sum, state) => sum + counts[state], 0)
}
