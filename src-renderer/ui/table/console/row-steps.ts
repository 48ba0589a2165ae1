import { createContext } from 'react'

/** Where a field in a row leads to. */
interface RowSteps {
  /** On to the same field of the next row, or to the row itself where there is none. */
  next: () => void
  /** Back to the row. */
  back: () => void
}

export const RowSteps = createContext<RowSteps>({ next: () => undefined, back: () => undefined })
