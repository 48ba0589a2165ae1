import type { CarRecalls } from '../../../contract/recalls.ts'
import type { Car } from '../cars/car.ts'
import type { RecalledPartRow } from './recall.repository.ts'

/** Combines the recalled parts of each campaign. The campaigns keep the order of the parts. */
export function toWireRecalls({ year, model }: Car, parts: readonly RecalledPartRow[]): CarRecalls {
  const campaigns = Array.from(Map.groupBy(parts, ({ number }) => number).values(), (campaignParts) => {
    const { number, summary, consequence, remedy, reported_on: reportedOn } = campaignParts[0]!
    const component = [...new Set(campaignParts.map((part) => part.component))].join('; ')
    return { number, component, summary, consequence, remedy, reportedOn }
  })
  return { count: campaigns.length, year, model, campaigns }
}
