import { createContext } from 'react'

/** Moves the focus from a field in a row. */
interface RowSteps {
  /** Moves to the same field in the next row, or to that row itself if it has no such field. */
  next: () => void
  back: () => void
}

export const RowSteps = createContext<RowSteps>({ next: () => undefined, back: () => undefined })
