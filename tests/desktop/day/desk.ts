import type { ElectronApplication, Page } from '@playwright/test'
import { apiCall } from '../../support/e2e.ts'
import type { Listed } from '../../e2e/market.ts'
import type { Hands } from './hands.ts'
import type { YardCar } from './yard.ts'

/** Where somebody can look: a job has no other use of the page. */
export type Screen = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'locator' | 'waitForEvent'>

interface Account {
  email: string
  token: string
  password: string
}

/** What stands in the world as the day begins. */
export interface DayWorld {
  /** The product, asked past the console. */
  server: string
  dealer: Account
  admin: Account
  /** The dealer's, the newest last. */
  yard: YardCar[]
  /** On one of the dealer's cars; somebody else said so. */
  reported: Listed
  /** Of a car that somebody bought from the dealer. */
  transaction: string
  /** Of a file that does not exist yet. */
  pdf: string
  network: { cut: () => Promise<void>; mend: () => Promise<void> }
}

/** One person's place of work. */
export interface Desk {
  hands: Hands
  screen: Screen
  app: ElectronApplication
  world: DayWorld
  /** Where a job looks good: taken where pictures are wanted, in each look. */
  picture: (name: string) => Promise<void>
}

export interface Job {
  name: string
  work: (desk: Desk) => Promise<void>
  /** What has come of it, as the server tells it, or the file. */
  outcome: (world: DayWorld) => Promise<void>
}

export const asDealer = <T>({ server, dealer }: DayWorld, path: string) =>
  apiCall<T>(server, 'GET', path, dealer.token)

export const asAdmin = <T>({ server, admin }: DayWorld, path: string) =>
  apiCall<T>(server, 'GET', path, admin.token)
