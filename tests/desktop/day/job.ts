import type { ElectronApplication, Page } from '@playwright/test'
import { apiCall } from '../../support/e2e.ts'
import type { Listed } from '../../e2e/market.ts'
import type { Keyboard } from './keyboard.ts'
import type { StockCar } from './stock.ts'

/** The read-only part of the page that a job may use. All input comes from the keyboard. */
export type Screen = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'locator' | 'waitForEvent'>

interface Account {
  email: string
  token: string
  password: string
}

/** The data that exists when the day begins. */
export interface DaySetup {
  /** The server's URL. Checks use it to bypass the console. */
  server: string
  dealer: Account
  admin: Account
  /** The dealer's cars, newest last. */
  stock: StockCar[]
  /** The dealer's car that another user has reported. */
  reported: Listed
  /** Transaction ID of a car that a buyer bought from the dealer. */
  transaction: string
  /** Path for the printed list. No file exists there yet. */
  pdf: string
  network: { cut: () => Promise<void>; restore: () => Promise<void> }
}

/** The tools that one user works with. */
export interface JobContext {
  keyboard: Keyboard
  screen: Screen
  app: ElectronApplication
  setup: DaySetup
  /** Takes a screenshot in each theme and width, if screenshots are requested. */
  picture: (name: string) => Promise<void>
}

export interface Job {
  name: string
  work: (context: JobContext) => Promise<void>
  outcome: (setup: DaySetup) => Promise<void>
}

export const asDealer = <T>({ server, dealer }: DaySetup, path: string) =>
  apiCall<T>(server, 'GET', path, dealer.token)

export const asAdmin = <T>({ server, admin }: DaySetup, path: string) =>
  apiCall<T>(server, 'GET', path, admin.token)
