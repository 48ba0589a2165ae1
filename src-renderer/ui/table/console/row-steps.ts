import { createContext } from 'react'

/** The moves from a field in a row. */
interface RowSteps {
  /** Moves to the same field of the next row, or to the row itself if it has no such field. */
  next: () => void
  /** Moves back to the row. */
  back: () => void
}

export const RowSteps = createContext<RowSteps>({ next: () => undefined, back: () => undefined })
