import type { Page } from '@playwright/test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { CommandId } from '../../contract/desktop/commands.ts'
import { root } from '../../scripts/lib/root.ts'
import { test } from '../desktop/desktop-test.ts'
import { chooseCommand, signInAs } from '../desktop/steps.ts'
import { addImport } from '../e2e/market.ts'
import { newAccount } from '../support/e2e.ts'
import {
  createVisitorContext,
  iterateLooks,
  loadTourData,
  pageTour,
  visit,
  type Visitor,
  type TourData,
} from '../support/tour.ts'
import { stateTour } from '../support/tour-states.ts'

const folder = join(root, 'docs', 'images')
const MAX_BYTES = 80_000

/** A spreadsheet of cars with errors, for the import guide. */
const CARS_FILE = `stock,make,model,year,mileage,mileage unit,price,fuel
K101,Audi,A4 45 TFSI,2021,28410,mi,"27,900",Gas
K102,BMW,330i xDrive,2020,41230,mi,"25,450",Gas
K103,Tesla,Model 3 Long Range,2022,19880,mi,"31,200",Electric
K104,Audi,Q5 45 TFSI,2021,33900,mi,"32,700",Coal
K105,BMW,X3 xDrive30i,20199,52010,mi,"24,300",Gas
K106,Tesla,Model Y Performance,2023,12040,mi,"41,500",Electric`

let tourData: TourData

test.beforeAll(async ({ baseURL }) => {
  mkdirSync(folder, { recursive: true })
  tourData = await loadTourData(baseURL!)
})

interface WebPhoto {
  file: string
  /** Name of a stop on the tour. */
  stop: string
  width: number
  as?: Visitor
  /** Adds data that the tour does not provide. */
  prepare?: (baseURL: string) => Promise<void>
  /** A string that the page must show. */
  shows?: string
}

const webPhotos: readonly WebPhoto[] = [
  { file: 'buyer-search', stop: 'search', width: 1440 },
  { file: 'buyer-car', stop: 'car', width: 1440 },
  { file: 'buyer-payment', stop: 'payment', width: 768 },
  {
    file: 'seller-vin',
    stop: 'state-vin',
    width: 1440,
    as: 'newcomer',
    // Private sellers see the form without the fields for dealers.
    async prepare(baseURL) {
      tourData.tokens.newcomer = (await newAccount(baseURL, 'seller', 'Paula Price')).token
    },
  },
  { file: 'seller-sold-elsewhere', stop: 'state-sold-elsewhere', width: 768 },
  {
    file: 'dealer-import',
    stop: 'carImport',
    width: 1440,
    async prepare(baseURL) {
      tourData.importId = await addImport(baseURL, tourData.tokens.seller, CARS_FILE)
    },
    shows: 'K106',
  },
  { file: 'admin-refund', stop: 'state-refund-dialog', width: 1440 },
]

for (const { file, stop: stopName, width, as, prepare, shows } of webPhotos) {
  test(file, async ({ browser, baseURL }) => {
    const tourStop = [...pageTour, ...stateTour].find(({ name }) => name === stopName)!
    const stop = as ? { ...tourStop, as } : tourStop
    await prepare?.(baseURL!)
    const context = await createVisitorContext(browser, tourData, stop.as, baseURL!)
    const page = await context.newPage()
    await visit(page, stop, tourData)
    if (shows !== undefined) await page.getByText(shows).first().waitFor()
    for await (const { theme } of iterateLooks(page, stop, [width]))
      if (theme === 'light') await save(page, file)
    await context.close()
  })
}

interface ConsolePhoto {
  file: string
  email: string
  command: CommandId
  open: (page: Page) => Promise<void>
}

const consolePhotos: readonly ConsolePhoto[] = [
  {
    file: 'dealer-console',
    email: 'dealer@kerblight.test',
    command: 'myCars',
    open: (page) => openRow(page, 6),
  },
  {
    file: 'dealer-prices',
    email: 'dealer@kerblight.test',
    command: 'myCars',
    async open(page) {
      await page.getByRole('button', { name: /^In stock/ }).click()
      await page.getByRole('row').filter({ hasText: 'Draft' }).first().waitFor({ state: 'detached' })
      const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
      for (const index of [0, 1, 2, 3]) await boxes.nth(index).check()
      await page.getByRole('button', { name: 'Change price' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    file: 'admin-console',
    email: 'admin@kerblight.test',
    command: 'overview',
    open: (page) => page.locator('h1').first().waitFor(),
  },
  {
    file: 'admin-report',
    email: 'admin@kerblight.test',
    command: 'reports',
    open: (page) => openRow(page, 1),
  },
]

for (const { file, email, command, open } of consolePhotos) {
  test(file, async ({ start }) => {
    const { app, page } = await start()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await signInAs(page, email)
    await chooseCommand(app, command)
    await open(page)
    await page.locator('.spinner, .skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.getByText('Login in success').first().waitFor({ state: 'detached' })
    await save(page, file)
  })
}

/** Opens a list row in the side panel. */
async function openRow(page: Page, row: number): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(row).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
}

/** Saves a screenshot of the window as WebP, at the highest quality that fits the size limit. */
async function save(page: Page, file: string): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
  })
  const picture = sharp(await page.screenshot({ animations: 'disabled' }))
  for (const quality of [80, 70, 60, 50, 40]) {
    const bytes = await picture.clone().webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length > MAX_BYTES && quality > 40) continue
    writeFileSync(join(folder, `${file}.webp`), bytes)
    return
  }
}
