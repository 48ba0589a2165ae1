import { createContext } from 'react'

/** Whose tables these are, by their id: each account has its own settings of them. */
export const TableOwner = createContext('')
