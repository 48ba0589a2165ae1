import { createContext } from 'react'

/** The ID of the current account. Each account has its own table settings. */
export const TableOwner = createContext('')
