import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { buildCar } from '../support/factories.ts'
import { textsOfPdf } from '../support/pdf-texts.ts'
import { expect, holdAnswers, minute, numbered, rowOf, test } from './long-lists.ts'
import { chooseCommand, signInAs } from './steps.ts'

// Each starts a console and signs in.
test.slow()

const CARS = 130
const MANY = 500

/** The size of each page, in points. */
function boxesOf(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)
  return [...boxes].map(([, width, height]) => `${Math.round(Number(width))} ${Math.round(Number(height))}`)
}

async function saveTo(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, 'showSaveDialog', async () => ({ canceled: false, filePath }))
  }, file)
  await chooseCommand(app, 'savePdf')
}

/** Runs in the page. */
function isPrintedSoon(): Promise<boolean> {
  return new Promise((resolve) => {
    addEventListener('beforeprint', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), 1_000)
  })
}

function textsOf(file: string): string[] {
  try {
    return textsOfPdf(readFileSync(file))
  } catch {
    return []
  }
}

test('a list is printed whole, with its heads on each page and nothing over its rows', async ({
  start,
  server,
}) => {
  const dealer = await newAccount(server.url, 'seller', 'Lena Lot')
  const { db } = server.ctx
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', dealer.email)
    .executeTakeFirstOrThrow()
  for (let at = 1; at <= CARS; at++)
    await buildCar(server.ctx, id, { model_name: numbered('Model', at), posted_at: minute(at) })
  const { app, page, options } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, numbered('Model', CARS))).toBeVisible()

  const file = join(options.home, 'cars.pdf')
  await saveTo(app, file)
  const message = page.getByRole('group').filter({ hasText: 'cars.pdf saved' })
  await expect(message).toContainText(`In ${options.home}`)
  const texts = textsOf(file)
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(text).toContain('Model Name')
  expect(texts.join('')).not.toContain('Skip to content')
  for (let at = 1; at <= CARS; at++) expect(texts.join('')).toContain(numbered('Model', at))

  await test.step('and it is said where the file is', async () => {
    await app.evaluate(({ shell }) => {
      shell.showItemInFolder = (shown) => void Reflect.set(globalThis, 'shown', shown)
    })
    await message.getByRole('button', { name: 'Show in folder' }).press('Enter')
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'shown') as unknown)).toBe(file)
  })

  await test.step('in the order that was asked for, once that has come', async () => {
    const sorted = join(options.home, 'sorted.pdf')
    // As many as one call brings, so that nothing else is waited for.
    const find = page.getByRole('textbox', { name: 'Find in this list' })
    await find.fill('009')
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')
    const release = await holdAnswers(page)
    await page.getByRole('button', { name: 'Model Name' }).click()
    const isPrinted = page.evaluate(isPrintedSoon)
    await saveTo(app, sorted)
    expect(await isPrinted).toBe(false)
    await release()
    await expect(page.getByText('sorted.pdf saved')).toBeVisible()
    const text = textsOf(sorted).join('')
    expect(text.indexOf(numbered('Model', 90))).toBeLessThan(text.indexOf(numbered('Model', 99)))
    await find.fill('')
  })

  await test.step('not where some of it did not come, which is said', async () => {
    const printed = join(options.home, 'half.pdf')
    await page.getByRole('button', { name: 'Model Name' }).click()
    await expect(rowOf(page, numbered('Model', CARS))).toBeInViewport()
    await page.route(/offset=100/, (route) => route.abort())
    await saveTo(app, printed)
    await expect(
      page.getByText('Some of this list didn’t load, so it wasn’t printed. Try again.'),
    ).toBeVisible()
    expect(existsSync(printed)).toBe(false)
  })
})

test('a long list makes a small file on landscape paper, also after a car was opened, and sheets are one PDF', async ({
  start,
  server,
}) => {
  const dealer = await newAccount(server.url, 'seller', 'Lena Lot')
  const { db } = server.ctx
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', dealer.email)
    .executeTakeFirstOrThrow()
  const images = ['/art/cars/wagon-navy-side.svg']
  for (let at = 1; at <= MANY; at++)
    await buildCar(server.ctx, id, { model_name: numbered('Model', at), posted_at: minute(at), images })
  const { app, page, options } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  await expect(rowOf(page, numbered('Model', MANY))).toBeVisible()
  // Its sheet's style comes with the page, and stays.
  await rowOf(page, numbered('Model', MANY)).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() => document.querySelector('.car-sheet') !== null)
  await chooseCommand(app, 'myCars')
  await rowOf(page, numbered('Model', MANY)).focus()

  const list = join(options.home, 'list.pdf')
  await saveTo(app, list)
  // It is drawn twice: with tags, and without.
  await expect(page.getByText('list.pdf saved')).toBeVisible({ timeout: 60_000 })
  const pdf = readFileSync(list)
  // 2,000 rows are to take 5 MB at most.
  expect(pdf.length).toBeLessThan((5_000_000 / 2000) * MANY + 100_000)
  expect(new Set(boxesOf(pdf))).toEqual(new Set(['792 612']))

  const sheets = join(options.home, 'sheets.pdf')
  await app.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, 'showSaveDialog', async () => ({ canceled: false, filePath }))
  }, sheets)
  for (const at of [MANY, MANY - 1, MANY - 2])
    await rowOf(page, numbered('Model', at)).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'More changes' }).click()
  await page.getByRole('menuitem', { name: 'Save windshield sheets as PDF' }).click()
  await expect(page.getByText('sheets.pdf saved')).toBeVisible({ timeout: 60_000 })
  const texts = textsOf(sheets)
  expect(texts).toHaveLength(3)
  for (const [place, at] of [MANY, MANY - 1, MANY - 2].entries())
    expect(texts[place]).toContain(numbered('Model', at))
  expect(new Set(boxesOf(readFileSync(sheets)))).toEqual(new Set(['612 792']))
})
