import { expect } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { newVin } from '../../support/new-vin.ts'
import { extractPdfTexts } from '../../support/pdf-texts.ts'
import { asDealer, type DaySetup, type Job } from './job.ts'
import { fillNewCar } from './new-car.ts'
import {
  chooseInMenu,
  findInList,
  findFirstRow,
  narrowToFocused,
  findHeading,
  jumpTo,
  clearSearch,
  findScreenRow,
  signIn,
  sortDownBy,
} from './moves.ts'
import { IN_BOISE } from './stock.ts'

const listOwnCars = (setup: DaySetup, query = '') =>
  asDealer<Car[]>(setup, `/allCars?mine=1&limit=200${query && `&${query}`}`)

const carOf = (setup: DaySetup, { _id }: { _id: string }) => asDealer<Car>(setup, `/cars/${_id}`)

/** The dealer's third car. Its price is too high, and one of the jobs reduces it. */
const dear = ({ stock }: DaySetup) => stock[2]!
const [first, second] = [newVin(), newVin()]

export const dealerJobs: readonly Job[] = [
  {
    name: 'Sign in, and be at the newest car',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      await signIn(context, setup.dealer)
      await keyboard.see(findHeading(screen, 'Dashboard'))
      await picture('dashboard')
      await keyboard.press('ControlOrMeta+2')
      await keyboard.see(narrowToFocused(screen, findScreenRow(screen, setup.stock.at(-1)!.modelName)))
      await picture('my-cars')
    },
    async outcome(setup) {
      const sessions = await asDealer<{ client: string }[]>(setup, '/sessions')
      expect(sessions.map(({ client }) => client)).toContain('console')
    },
  },
  {
    name: 'Find a car and mark its price down',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      const { modelName } = dear(setup)
      await findInList(context, modelName, 1)
      await keyboard.press('Space')
      await keyboard.reach(screen.getByRole('button', { name: 'Change price' }))
      await keyboard.press('Enter')
      const dialog = screen.getByRole('dialog', { name: 'Change resell price' })
      await keyboard.see(dialog.locator(':focus'))
      await keyboard.reach(dialog.getByLabel('Resell price'))
      await keyboard.type('8,900')
      await picture('one-price')
      await keyboard.press('ControlOrMeta+Enter')
      await keyboard.see(findScreenRow(screen, modelName).filter({ hasText: '$8,900' }))
      await keyboard.waitUntilHidden(dialog)
      await clearSearch(context)
    },
    async outcome(setup) {
      expect((await carOf(setup, dear(setup))).priceMinor).toBe(890_000)
    },
  },
  {
    name: 'List a car from its VIN, with two photos, and start the next',
    async work(context) {
      const { keyboard, screen, picture } = context
      await keyboard.press('ControlOrMeta+n')
      await fillNewCar(context, {
        vin: first,
        photos: ['hatch-blue-front', 'hatch-blue-rear'],
        fields: {
          Mileage: '64200',
          'Usage time': '11 years',
          'Resell price': '7,900',
          'Original price': '24,000',
          Phone: '(503) 555-0142',
        },
      })
      await picture('new-car')
      await keyboard.press('ControlOrMeta+Shift+Enter')
      await keyboard.see(screen.getByText('Car added successfully'))
      await keyboard.waitUntilHidden(screen.getByRole('list', { name: 'Photos in order' }))
      await keyboard.see(narrowToFocused(screen, screen.getByLabel('VIN (optional)', { exact: true })))
    },
    async outcome(setup) {
      const [car] = await listOwnCars(setup)
      expect(car).toMatchObject({ vin: first, priceMinor: 790_000, mileage: 64_200, available: 'instock' })
      expect(car!.images).toHaveLength(2)
    },
  },
  {
    name: 'List another one like it',
    async work(context) {
      const { keyboard, screen, picture } = context
      await keyboard.press('ControlOrMeta+2')
      await keyboard.see(narrowToFocused(screen, findFirstRow(screen)))
      await chooseInMenu(context, 'Duplicate')
      await keyboard.see(screen.getByText(/^Copied from your/))
      await fillNewCar(context, { vin: second, photos: ['hatch-red-front'], fields: { Mileage: '71800' } })
      await picture('another')
      await keyboard.press('ControlOrMeta+Enter')
      await keyboard.see(screen.getByText('Car added successfully'))
      await keyboard.see(screen.locator('[role="row"]:focus'))
    },
    async outcome(setup) {
      const [car, like] = await listOwnCars(setup)
      expect(car).toMatchObject({ vin: second, mileage: 71_800, priceMinor: like!.priceMinor })
      expect([car!.year, car!.category_name, car!.modelName]).toEqual([
        like!.year,
        like!.category_name,
        like!.modelName,
      ])
    },
  },
  {
    name: 'Unlist a car and list it again',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      const { modelName } = dear(setup)
      await findInList(context, modelName, 1)
      await chooseInMenu(context, 'Unlist')
      await keyboard.see(findScreenRow(screen, modelName).filter({ hasText: 'Unlisted' }))
      await picture('unlisted')
      await keyboard.see(screen.locator('[role="row"]:focus'))
      await chooseInMenu(context, 'List again')
      await keyboard.see(findScreenRow(screen, modelName).filter({ hasText: 'In stock' }))
      await clearSearch(context)
    },
    async outcome(setup) {
      expect((await carOf(setup, dear(setup))).available).toBe('instock')
      const sets = await asDealer<ChangeSet[]>(setup, '/change-sets?limit=2')
      expect(sets.map(({ kind, carID }) => [kind, carID])).toEqual([
        ['state', dear(setup)._id],
        ['state', dear(setup)._id],
      ])
    },
  },
  {
    name: `Take a tenth off ${IN_BOISE} cars`,
    async work(context) {
      const { keyboard, screen, picture } = context
      await findInList(context, 'boise', IN_BOISE)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.see(screen.getByText(`${IN_BOISE} of ${IN_BOISE} cars selected.`))
      await keyboard.reach(screen.getByRole('button', { name: 'Change price' }))
      await keyboard.press('Enter')
      const dialog = screen.getByRole('dialog', { name: 'Change resell price' })
      await keyboard.see(dialog.locator('select:focus'))
      await keyboard.type('By p')
      await keyboard.reach(dialog.getByLabel('Percent'))
      await keyboard.type('-10')
      await keyboard.see(dialog.getByText(/becomes \$/))
      await picture('by-percent')
      await keyboard.press('ControlOrMeta+Enter')
      await keyboard.see(screen.getByText(`Resell price changed on ${IN_BOISE} cars`))
      await keyboard.waitUntilHidden(dialog)
      await clearSearch(context)
    },
    async outcome(setup) {
      await expectInBoise(setup, 0.9)
    },
  },
  {
    name: 'See what was changed, and revert it',
    async work(context) {
      const { keyboard, screen, picture } = context
      await jumpTo(context, 'changes', screen.getByRole('option', { name: /^Changes/ }))
      await keyboard.see(findHeading(screen, 'Changes'))
      const finishedRow = findScreenRow(screen, `and ${IN_BOISE - 1} more`)
      await keyboard.see(finishedRow)
      await keyboard.reach(finishedRow, 'ArrowDown')
      await keyboard.press('Enter')
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await keyboard.see(panel.getByRole('region', { name: 'Changed cars' }).getByRole('listitem').nth(1))
      await picture('change')
      const revert = `Revert ${IN_BOISE} cars`
      await keyboard.reach(panel.getByRole('button', { name: revert }))
      await keyboard.press('Enter')
      const question = screen.getByRole('alertdialog', { name: `Revert this change to ${IN_BOISE} cars?` })
      await keyboard.see(question.locator(':focus'))
      await keyboard.reach(question.getByRole('button', { name: revert }))
      await keyboard.press('Enter')
      await keyboard.see(panel.getByText('Reverted on'))
    },
    async outcome(setup) {
      await expectInBoise(setup, 1)
    },
  },
  {
    name: 'Choose columns, sort by price, and print the list',
    async work(context) {
      const { keyboard, screen, setup, picture } = context
      await keyboard.press('ControlOrMeta+2')
      await keyboard.see(screen.locator('[role="row"]:focus'))
      await keyboard.press('ControlOrMeta+f')
      await keyboard.reach(screen.getByRole('button', { name: 'Columns' }))
      await keyboard.press('Enter')
      await keyboard.see(screen.locator('[role="menuitemcheckbox"]:focus'))
      await keyboard.reach(screen.getByRole('menuitemcheckbox', { name: 'Mileage' }), 'ArrowDown')
      await keyboard.press('Enter')
      await picture('columns')
      await keyboard.press('Escape')
      await keyboard.waitUntilHidden(screen.getByRole('menu'))
      await sortDownBy(context, 'Price')
      await keyboard.see(findScreenRow(screen, dearest(setup).modelName))
      await picture('sorted')
      await jumpTo(context, 'save as pdf', screen.getByRole('option', { name: /^Save as PDF/ }))
      await expect.poll(() => isPrinted(setup), { timeout: 60_000, intervals: [50] }).toBe(true)
    },
    async outcome(setup) {
      // A name may wrap onto a second line in the PDF, so spaces are ignored.
      const names = (await listOwnCars(setup, 'sort=-price')).map(({ modelName }) => withoutSpaces(modelName))
      const text = withoutSpaces(extractPdfTexts(readFileSync(setup.pdf)).join(''))
      expect(text).not.toContain('Mileage')
      expect(names.map((name) => text.indexOf(name))).toEqual(
        names.map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
      )
      for (const name of names) expect(text).toContain(name)
    },
  },
]

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')
const dearest = ({ stock }: DaySetup) => stock.at(-1)!

function isPrinted({ pdf }: DaySetup): boolean {
  return existsSync(pdf) && readFileSync(pdf, 'latin1').trimEnd().endsWith('%%EOF')
}

/**
 * Expects that the cars in Boise have a share of their initial prices.
 * @param part the share of the initial prices, rounded to the dollar
 */
async function expectInBoise(setup: DaySetup, part: number): Promise<void> {
  const cars = await listOwnCars(setup, 'q=boise')
  const before = setup.stock.slice(-IN_BOISE)
  expect(Object.fromEntries(cars.map(({ _id, priceMinor }) => [_id, priceMinor]))).toEqual(
    Object.fromEntries(before.map(({ _id, dollars }) => [_id, Math.round(dollars * part) * 100])),
  )
}
