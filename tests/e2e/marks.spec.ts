import type { Locator } from '@playwright/test'
import type { Car } from '../../contract/cars/cars.ts'
import { pagePath } from '../../contract/pages.ts'
import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { listCar, uploadPhoto } from './market.ts'
import { tabTo } from './steps.ts'

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })

  test('a seller marks four kinds of damage with at most four taps each', async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const photo = await uploadPhoto(baseURL!, token)
    const { _id } = await listCar(baseURL!, token, { body: 'suv', images: [photo] })
    await useToken(page.context(), token)
    await page.goto(pagePath('editCar', { id: _id }))
    const section = page.getByRole('region', { name: 'Marks and damage' })
    let taps = 0
    const tap = async (name: string) => {
      await section.getByText(name, { exact: true }).tap()
      taps += 1
    }
    const damage = [
      ['Left side', 0.43, 'Dent', '2 to 6 in'],
      ['Right side', 0.3, 'Scratch', 'Over 6 in'],
      ['Front', 0.5, 'Chip', 'Up to 2 in'],
      ['Rear', 0.5, 'Rust', '2 to 6 in'],
    ] as const
    for (const [view, x, kind, size] of damage) {
      const drawing = section.getByRole('application', { name: `${view}: place a mark` })
      const { width, height } = (await drawing.boundingBox())!
      await drawing.tap({ position: { x: width * x, y: height * 0.6 } })
      taps += 1
      await tap(kind)
      await tap(size)
    }
    await section.locator('.mark-option', { hasText: 'Photo 1' }).tap()
    expect(taps + 1).toBeLessThanOrEqual(4 * damage.length)
    await expect(section.getByRole('list', { name: 'Marks' }).getByRole('button')).toHaveText([
      /Dent, 2 to 6 in, driver’s front door/,
      /Scratch, over 6 in, passenger’s rear door/,
      /Chip, up to 2 in, grille/,
      /Rust, 2 to 6 in/,
    ])
    expect(await measureSidewaysScroll(page)).toBe(0)
    for (const target of await section.locator('button, .mark-option, select').all())
      expect(Math.round((await target.boundingBox())!.height)).toBeGreaterThanOrEqual(44)
    // The bar with the button stays in view and would cover a target.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save changes' }).tap()
    await expect
      .poll(async () => (await apiCall<Car>(baseURL!, 'GET', `/cars/${_id}`)).marks)
      .toMatchObject([
        { view: 'left', kind: 'dent', size: 'medium' },
        { view: 'right', kind: 'scratch', size: 'large' },
        { view: 'front', kind: 'chip', size: 'small' },
        { view: 'rear', kind: 'rust', size: 'medium', photo: expect.stringContaining('/images/') },
      ])
  })
})

test('a seller marks damage using only the keyboard, deletes a mark, and undoes it', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token)
  await useToken(page.context(), token)
  await page.goto(pagePath('editCar', { id: _id }))
  const section = page.getByRole('region', { name: 'Marks and damage' })
  const list = section.getByRole('list', { name: 'Marks' })

  await test.step('the arrow keys move a crosshair, and Enter adds a mark', async () => {
    const drawing = section.getByRole('application', { name: 'Front: place a mark' })
    await section.getByRole('checkbox', { name: 'The car has no marks' }).focus()
    await tabTo(page, drawing)
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowDown', 'Shift+ArrowLeft'])
      await page.keyboard.press(key)
    await expect(section.getByRole('status')).toHaveText('Front bumper')
    await page.keyboard.press('Enter')
    await expect(section.getByRole('status')).toHaveText('Mark 1 added: Front bumper.')
    const panel = section.getByRole('region', { name: 'Mark 1 of 1: Front bumper' })
    await expect(panel).toBeFocused()
    await tabTo(page, panel.getByRole('radio', { name: 'Scratch' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(page, panel.getByLabel('Note'))
    await page.keyboard.type('From a parking lot')
    await page.keyboard.press('Enter')
  })

  await test.step('a part of the car can be chosen by its name instead', async () => {
    await section.getByLabel('Or choose the part').selectOption('Passenger’s roof')
    await tabTo(page, section.getByRole('button', { name: 'Add a mark' }))
    await page.keyboard.press('Enter')
    await expect(section.getByRole('region', { name: 'Mark 2 of 2: Passenger’s roof' })).toBeFocused()
    await expect(list.getByRole('listitem')).toHaveText([
      /Dent, up to 2 in, front bumperFrom a parking lot/,
      /Dent, up to 2 in, passenger’s roof/,
    ])
    expect(await findBarriers(page)).toEqual([])
  })

  await test.step('a deleted mark returns with Undo', async () => {
    await section.getByRole('button', { name: 'Previous mark' }).click()
    await section.getByRole('button', { name: 'Delete mark 1' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByRole('button', { name: /passenger’s roof/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/front bumper/, /passenger’s roof/])
    // The panel still edits the same mark.
    await expect(section.getByRole('region', { name: 'Mark 2 of 2: Passenger’s roof' })).toBeVisible()
  })
})

test(
  'a seller adds marks to a part until the car has the maximum number',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const dent = { view: 'left', y: 60, kind: 'dent', size: 'small' }
    // Marks cover the whole row of the driver's front door, and some cover the roof.
    const marks = Array.from({ length: 39 }, (_, index) =>
      index < 25 ? { ...dent, x: (43 + 4 * index) % 100 } : { ...dent, y: 5, x: 4 * (index - 25) },
    )
    const { _id } = await listCar(baseURL!, token, { marks })
    await useToken(page.context(), token)
    await page.goto(pagePath('editCar', { id: _id }))
    const section = page.getByRole('region', { name: 'Marks and damage' })
    const rows = section.getByRole('list', { name: 'Marks' }).getByRole('listitem')
    const add = async () => {
      await section.getByLabel('Or choose the part').selectOption('Driver’s front door')
      await section.getByRole('button', { name: 'Add a mark' }).click()
    }
    await add()
    await expect(rows).toHaveCount(40)
    await expect(section.getByRole('region', { name: /^Mark 40 of 40/ })).toBeVisible()
    await add()
    await expect(page.getByText('A car can have up to 40 marks.')).toBeVisible()
    await expect(rows).toHaveCount(40)
  },
)

test('a press near overlapping pins opens the nearest mark', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const dent = { view: 'front', y: 50, kind: 'dent', size: 'small' }
  const { _id } = await listCar(baseURL!, token, { marks: [50, 54, 100].map((x) => ({ ...dent, x })) })
  await useToken(page.context(), token)
  await page.goto(pagePath('editCar', { id: _id }))
  const section = page.getByRole('region', { name: 'Marks and damage' })
  const pins = section.locator('.mark-area > .mark-pin')
  const pressNearPin = async (index: number, dx: number, dy: number) => {
    // The bars at the top and the bottom would cover a pin.
    await pins.nth(index).evaluate((pin) => pin.scrollIntoView({ block: 'center' }))
    const { x, y, width, height } = (await pins.nth(index).boundingBox())!
    await page.mouse.click(x + width / 2 + dx, y + height / 2 + dy)
  }
  for (const [index, dx, dy] of [
    [0, -20, 0],
    [1, 20, 0],
    [0, 0, 20],
    // This point is outside the drawing.
    [2, 20, 0],
  ] as const) {
    await pressNearPin(index, dx, dy)
    await expect(section.getByRole('region', { name: `Mark ${index + 1} of 3` })).toBeVisible()
  }
  await expect(pins).toHaveCount(3)
})

test('a seller sees at which mark the server found an error', { tag: '@full' }, async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const dent = { view: 'front', kind: 'dent', size: 'small', note: 'Deep' }
  const marks = [20, 40, 60].map((x) => ({ ...dent, x, y: 50 }))
  const { _id } = await listCar(baseURL!, token, { marks })
  await useToken(page.context(), token)
  await page.route(`**/api/car*/${_id}`, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          contentType: 'application/problem+json',
          json: {
            type: '/problems/invalid-input',
            title: 'Some fields need your attention',
            status: 400,
            detail: '',
            instance: 'test',
            code: 'invalid-input',
            message: 'Some fields need your attention.',
            errors: [{ path: 'marks.1.note', message: 'Remove the phone number.' }],
          },
        }),
  )
  await page.goto(pagePath('editCar', { id: _id }))
  const section = page.getByRole('region', { name: 'Marks and damage' })
  const rows = section.getByRole('list', { name: 'Marks' }).getByRole('button')
  await rows.nth(0).click()
  await section.getByRole('textbox', { name: 'Note' }).fill('Deeper')
  await page.getByRole('button', { name: 'Save changes' }).click()

  const panel = section.getByRole('region', { name: /^Mark 2 of 3/ })
  await expect(panel).toBeFocused()
  const note = panel.getByRole('textbox', { name: 'Note' })
  await expect(note).toHaveAccessibleDescription(/Remove the phone number\./)
  await expect(rows).toHaveText([/Deeper/, /Deep\s*Remove the phone number\./, /Deep$/])
  expect(await findBarriers(page)).toEqual([])

  await test.step('the error moves with its mark, and disappears once the mark changes', async () => {
    await rows.nth(0).click()
    await section.getByRole('button', { name: 'Delete mark 1' }).click()
    await expect(rows).toHaveText([/Remove the phone number\./, /Deep$/])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows.nth(1)).toContainText('Remove the phone number.')
    await rows.nth(1).click()
    await note.fill('Shallow')
    await expect(rows.nth(1)).toHaveText(/Shallow$/)
  })
})

test('a seller states that the car has no marks', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token)
  await useToken(page.context(), token)
  await page.goto(pagePath('editCar', { id: _id }))
  await page.getByRole('checkbox', { name: 'The car has no marks' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await apiCall<Car>(baseURL!, 'GET', `/cars/${_id}`)).marks).toEqual([])
})

test.describe('buyers of a car with marks', () => {
  const dent = { view: 'left', x: 43, y: 60, kind: 'dent', size: 'medium', note: 'Paint intact' }
  const scratch = { view: 'front', x: 50, y: 75, kind: 'scratch', size: 'small' }

  test('see numbered pins and a matching list, and open the photo of a mark', async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const photos = [await uploadPhoto(baseURL!, token), await uploadPhoto(baseURL!, token)]
    const marks = [{ ...dent, photo: photos[1] }, scratch]
    const { _id } = await listCar(baseURL!, token, { body: 'suv', images: photos, marks })
    await page.goto(pagePath('car', { id: _id }))
    const section = page.getByRole('region', { name: 'Walk around' })
    await expect(section.getByText(/^2 marks noted by the seller on [A-Z][a-z]{2} \d+$/)).toBeVisible()
    const rows = section.getByRole('list', { name: 'Marks' }).getByRole('listitem')
    await expect(rows).toHaveText([
      /Dent, 2 to 6 in, driver’s front door\s*Paint intact/,
      /Scratch, up to 2 in, front bumper/,
    ])
    const pin = section.getByRole('button', { name: 'Mark 2: Scratch, up to 2 in, front bumper' })
    await pin.focus()
    await expect(rows.nth(1)).toHaveAttribute('data-current', 'true')
    await rows.nth(0).hover()
    await expect(section.getByRole('button', { name: /^Mark 1:/ })).toHaveAttribute('data-current', 'true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findBarriers(page)).toEqual([])
    }
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(pin).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await measureSidewaysScroll(page)).toBe(0)
    await section.getByRole('button', { name: 'Open the photo of mark 1' }).click()
    await expect(page.getByRole('dialog', { name: /photo 2 of 2/ })).toBeVisible()
  })

  test(
    'select the nearest of overlapping pins, and can read all numbers',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const marks = [50, 51, 51, 53].map((x) => ({ ...scratch, x }))
      const { _id } = await listCar(baseURL!, token, { marks })
      const section = page.getByRole('region', { name: 'Walk around' })
      const pins = section.getByRole('button', { name: /^Mark \d+:/ })
      const rows = section.getByRole('list', { name: 'Marks' }).getByRole('listitem')
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(pagePath('car', { id: _id }))
        // The bars at the top and the bottom would cover a pin.
        await pins.first().evaluate((pin) => pin.scrollIntoView({ block: 'center' }))
        await expect
          .poll(async () => smallestDistance(await measureCenters(pins)), { message: `at ${width} px` })
          .toBeGreaterThan(24)
        for (const index of [3, 0, 2, 1]) {
          // The page may have scrolled to the row of the mark before.
          await pins.first().evaluate((pin) => pin.scrollIntoView({ block: 'center' }))
          const middles = await measureCenters(pins)
          const { x, y } = middles[index]!
          await page.mouse.click(x + 5, y + 5)
          await expect(rows.nth(index)).toHaveAttribute('data-current', 'true')
        }
        await pins.nth(1).focus()
        await pins.nth(2).focus()
        await page.keyboard.press('Enter')
        await expect(rows.nth(2)).toHaveAttribute('data-current', 'true')
        expect(await findBarriers(page)).toEqual([])
      }
    },
  )

  test('read that a seller states no marks, or has stated nothing', async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const none = await listCar(baseURL!, token, { marks: [] })
    const unstated = await listCar(baseURL!, token)
    const section = page.getByRole('region', { name: 'Walk around' })
    await page.goto(pagePath('car', { id: none._id }))
    await expect(section.getByText('The seller says: no marks')).toBeVisible()
    await page.goto(pagePath('car', { id: unstated._id }))
    await expect(
      section.getByText('The seller has not noted marks. Ask about scratches and dents.'),
    ).toBeVisible()
  })

  test('find the marks on the printed sheet', async ({ page, baseURL }) => {
    const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id } = await listCar(baseURL!, token, { marks: [dent, scratch] })
    await page.goto(pagePath('car', { id: _id }))
    await expect(page.locator('.car-sheet')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('region', { name: 'Sheet to print' })
    await expect(sheet).toContainText('1. Dent, 2 to 6 in, driver’s front door: Paint intact')
    await expect(sheet).toContainText('2. Scratch, up to 2 in, front bumper')
  })

  test(
    'find all of 40 marks with long notes on the pages after the printed sheet',
    { tag: '@full' },
    async ({ page, baseURL }) => {
      const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
      const marks = Array.from({ length: 40 }, (_, index) => ({
        ...dent,
        x: index * 2,
        note: `${index + 1}: ${'Paint chipped to the metal '.repeat(9)}`.slice(0, 199) + '.',
      }))
      const { _id } = await listCar(baseURL!, token, { marks })
      await page.goto(pagePath('car', { id: _id }))
      await expect(page.locator('.car-sheet-more')).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      const list = page.getByRole('region', { name: 'Marks to print' })
      for (const [index, { note }] of marks.entries()) {
        await expect(list).toContainText(`${index + 1}. Dent`)
        await expect(list).toContainText(note)
      }
      expect(await list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
      await expect(page.getByRole('region', { name: 'Sheet to print' })).toContainText('see the next page')
    },
  )
})

async function measureCenters(pins: Locator) {
  const boxes = await Promise.all((await pins.all()).map((pin) => pin.boundingBox()))
  return boxes.map((box) => ({ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }))
}

function smallestDistance(points: { x: number; y: number }[]): number {
  const distances = points.flatMap((a, index) =>
    points.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
  )
  return Math.min(...distances)
}
