import { createContext } from 'react'

/** The ID of the account that uses the tables. Each account has its own table settings. */
export const TableOwner = createContext('')
