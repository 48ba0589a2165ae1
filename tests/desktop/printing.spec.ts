import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { buildCar } from '../support/factories.ts'
import type { TestServer } from '../support/server.ts'
import { extractPdfTexts } from '../support/pdf-texts.ts'
import { expect, holdResponses, formatMinute, formatNumberedName, findListRow, test } from './long-lists.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const CARS = 130
/** Number of rows in each list, and how many of its cars are printed as sheets. */
const lengths = [
  { rows: 100, sheets: 3 },
  { rows: 2000, sheets: 100 },
]

/** Returns each page's size in points. */
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

/** Puts numbered cars up for sale. The newest one is at the top of the list. */
async function listCars(
  { ctx }: TestServer,
  email: string,
  count: number,
  fields: Parameters<typeof buildCar>[2] = {},
) {
  const { id } = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  for (let index = 1; index <= count; index++)
    await buildCar(ctx, id, {
      model_name: formatNumberedName('Model', index),
      posted_at: formatMinute(index),
      ...fields,
    })
}

/** Runs in the page. Reports whether printing starts within one second. */
function isPrintedSoon(): Promise<boolean> {
  return new Promise((resolve) => {
    addEventListener('beforeprint', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), 1_000)
  })
}

function textsOf(file: string): string[] {
  try {
    return extractPdfTexts(readFileSync(file))
  } catch {
    return []
  }
}

test('a list is printed completely, with headings on each page and nothing over its rows', async ({
  start,
  server,
}) => {
  const dealer = await newAccount(server.url, 'seller', 'Lena Lot')
  await listCars(server, dealer.email, CARS)
  const { app, page, options } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  await expect(findListRow(page, formatNumberedName('Model', CARS))).toBeVisible()

  const file = join(options.home, 'cars.pdf')
  await saveTo(app, file)
  const message = page.getByRole('group').filter({ hasText: 'cars.pdf saved' })
  await expect(message).toContainText(`In ${options.home}`)
  const texts = textsOf(file)
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(text).toContain('Model Name')
  expect(texts.join('')).not.toContain('Skip to content')
  for (let index = 1; index <= CARS; index++)
    expect(texts.join('')).toContain(formatNumberedName('Model', index))

  await test.step('shows the location of the file', async () => {
    await app.evaluate(({ shell }) => {
      shell.showItemInFolder = (path) => void Reflect.set(globalThis, 'shown', path)
    })
    await message.getByRole('button', { name: 'Show in folder' }).press('Enter')
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'shown') as unknown)).toBe(file)
  })

  await test.step('prints in the requested order after it has loaded', async () => {
    const sorted = join(options.home, 'sorted.pdf')
    // One call loads the whole list, so the test waits for no other response.
    const find = page.getByRole('textbox', { name: 'Find in this list' })
    await find.fill('009')
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')
    const release = await holdResponses(page)
    await page.getByRole('button', { name: 'Model Name' }).click()
    const isPrinted = page.evaluate(isPrintedSoon)
    await saveTo(app, sorted)
    expect(await isPrinted).toBe(false)
    await release()
    await expect(page.getByText('sorted.pdf saved')).toBeVisible()
    const text = textsOf(sorted).join('')
    expect(text.indexOf(formatNumberedName('Model', 90))).toBeLessThan(
      text.indexOf(formatNumberedName('Model', 99)),
    )
    await find.fill('')
  })

  await test.step('reports a partially loaded list instead of printing it', async () => {
    const printed = join(options.home, 'half.pdf')
    await page.getByRole('button', { name: 'Model Name' }).click()
    await expect(findListRow(page, formatNumberedName('Model', CARS))).toBeInViewport()
    await page.route(/offset=100/, (route) => route.abort())
    await saveTo(app, printed)
    await expect(
      page.getByText('Some of this list didn’t load, so it wasn’t printed. Try again.'),
    ).toBeVisible()
    expect(existsSync(printed)).toBe(false)
  })
})

for (const { rows, sheets } of lengths) {
  test(
    `a list of ${rows} rows prints to a small landscape file, and ${sheets} sheets print to one PDF`,
    { tag: '@full' },
    async ({ start, server }) => {
      const dealer = await newAccount(server.url, 'seller', 'Lena Lot')
      await listCars(server, dealer.email, rows, { images: ['/art/cars/wagon-navy-side.svg'] })
      const { app, page, options } = await start({ keychain: 'none' })
      await signInAs(page, dealer.email)
      await chooseCommand(app, 'myCars')
      await expect(findListRow(page, formatNumberedName('Model', rows))).toBeVisible()
      // A car's page loads the print styles of its sheet, which remain loaded.
      await findListRow(page, formatNumberedName('Model', rows)).getByRole('link').first().click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForFunction(() => document.querySelector('.car-sheet') !== null)
      await chooseCommand(app, 'myCars')
      await findListRow(page, formatNumberedName('Model', rows)).press('ArrowDown')

      const ring = () =>
        page.evaluate(() => {
          const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement!)
          return { outlineStyle, boxShadow }
        })
      expect((await ring()).outlineStyle).toBe('solid')
      await page.emulateMedia({ media: 'print' })
      expect(await ring()).toEqual({ outlineStyle: 'none', boxShadow: 'none' })
      await page.emulateMedia({ media: null })

      const list = join(options.home, 'list.pdf')
      await saveTo(app, list)
      // The PDF is generated twice: with tags and without.
      await expect(page.getByText('list.pdf saved')).toBeVisible({ timeout: 60_000 })
      const pdf = readFileSync(list)
      // A list of 2,000 rows may take up to 5 MB. In a shorter list, the fonts take a larger share.
      expect(pdf.length).toBeLessThan((5_000_000 / 2000) * rows + (rows < 2000 ? 600_000 : 0))
      expect(new Set(boxesOf(pdf))).toEqual(new Set(['792 612']))
      const printed = textsOf(list).join('')
      for (const number of [1, Math.round(rows / 2), rows])
        expect(printed).toContain(formatNumberedName('Model', number))

      const file = join(options.home, 'sheets.pdf')
      await app.evaluate(({ dialog }, filePath) => {
        Reflect.set(dialog, 'showSaveDialog', async () => ({ canceled: false, filePath }))
      }, file)
      await findListRow(page, formatNumberedName('Model', rows)).focus()
      for (let index = 0; index < sheets; index++)
        await page.keyboard.press('Space').then(() => page.keyboard.press('ArrowDown'))
      await page.getByRole('button', { name: 'More changes' }).click()
      await page.getByRole('menuitem', { name: 'Save windshield sheets as PDF' }).click()
      await expect(page.getByText('sheets.pdf saved')).toBeVisible({ timeout: 60_000 })
      const texts = textsOf(file)
      expect(texts).toHaveLength(sheets)
      for (const [index, text] of texts.entries())
        expect(text).toContain(formatNumberedName('Model', rows - index))
      expect(new Set(boxesOf(readFileSync(file)))).toEqual(new Set(['612 792']))

      await test.step('prints on A4 in a locale that uses it', async () => {
        if (rows > 500) return
        await app.evaluate(({ app }) => {
          app.getSystemLocale = () => 'de-DE'
        })
        await page.keyboard.press('Escape')
        const a4 = join(options.home, 'a4.pdf')
        await saveTo(app, a4)
        await expect(page.getByText('a4.pdf saved')).toBeVisible({ timeout: 60_000 })
        for (const box of boxesOf(readFileSync(a4))) expect(box).toMatch(/^84[23] 59[56]$/)
      })
    },
  )
}
