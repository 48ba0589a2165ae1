import type { LiveEvent, MarketEvent } from '../../../contract/events.ts'

/** What each stream of the contract sends. */
export interface StreamEvents {
  streamEvents: LiveEvent
  streamMarket: MarketEvent
}

export type StreamName = keyof StreamEvents
