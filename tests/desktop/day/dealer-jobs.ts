import { expect } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { newVin } from '../../support/new-vin.ts'
import { textsOfPdf } from '../../support/pdf-texts.ts'
import { asDealer, type DaySetup, type Job } from './desk.ts'
import { fillNewCar } from './new-car.ts'
import {
  chooseInMenu,
  findInList,
  firstRow,
  focused,
  headingOf,
  jumpTo,
  clearSearch,
  rowOf,
  signIn,
  sortDownBy,
} from './moves.ts'
import { IN_BOISE } from './yard.ts'

const listOwnCars = (setup: DaySetup, query = '') =>
  asDealer<Car[]>(setup, `/allCars?mine=1&limit=200${query && `&${query}`}`)

const carOf = (setup: DaySetup, { _id }: { _id: string }) => asDealer<Car>(setup, `/cars/${_id}`)

/** The dealer's third car. Its price is too high, and one of the jobs reduces it. */
const dear = ({ yard }: DaySetup) => yard[2]!
const [first, second] = [newVin(), newVin()]

export const dealerJobs: readonly Job[] = [
  {
    name: 'Sign in, and be at the newest car',
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      await signIn(desk, setup.dealer)
      await hands.see(headingOf(screen, 'Dashboard'))
      await picture('dashboard')
      await hands.press('ControlOrMeta+2')
      await hands.see(focused(screen, rowOf(screen, setup.yard.at(-1)!.modelName)))
      await picture('my-cars')
    },
    async outcome(setup) {
      const sessions = await asDealer<{ client: string }[]>(setup, '/sessions')
      expect(sessions.map(({ client }) => client)).toContain('console')
    },
  },
  {
    name: 'Find a car and mark its price down',
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      const { modelName } = dear(setup)
      await findInList(desk, modelName, 1)
      await hands.press('Space')
      await hands.reach(screen.getByRole('button', { name: 'Change price' }))
      await hands.press('Enter')
      const dialog = screen.getByRole('dialog', { name: 'Change resell price' })
      await hands.see(dialog.locator(':focus'))
      await hands.reach(dialog.getByLabel('Resell price'))
      await hands.type('8,900')
      await picture('one-price')
      await hands.press('ControlOrMeta+Enter')
      await hands.see(rowOf(screen, modelName).filter({ hasText: '$8,900' }))
      await hands.waitUntilHidden(dialog)
      await clearSearch(desk)
    },
    async outcome(setup) {
      expect((await carOf(setup, dear(setup))).priceMinor).toBe(890_000)
    },
  },
  {
    name: 'List a car from its VIN, with two photos, and start the next',
    async work(desk) {
      const { hands, screen, picture } = desk
      await hands.press('ControlOrMeta+n')
      await fillNewCar(desk, {
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
      await hands.press('ControlOrMeta+Shift+Enter')
      await hands.see(screen.getByText('Car added successfully'))
      await hands.waitUntilHidden(screen.getByRole('list', { name: 'Photos in order' }))
      await hands.see(focused(screen, screen.getByLabel('VIN (optional)', { exact: true })))
    },
    async outcome(setup) {
      const [car] = await listOwnCars(setup)
      expect(car).toMatchObject({ vin: first, priceMinor: 790_000, mileage: 64_200, available: 'instock' })
      expect(car!.images).toHaveLength(2)
    },
  },
  {
    name: 'List another one like it',
    async work(desk) {
      const { hands, screen, picture } = desk
      await hands.press('ControlOrMeta+2')
      await hands.see(focused(screen, firstRow(screen)))
      await chooseInMenu(desk, 'Duplicate')
      await hands.see(screen.getByText(/^Copied from your/))
      await fillNewCar(desk, { vin: second, photos: ['hatch-red-front'], fields: { Mileage: '71800' } })
      await picture('another')
      await hands.press('ControlOrMeta+Enter')
      await hands.see(screen.getByText('Car added successfully'))
      await hands.see(screen.locator('[role="row"]:focus'))
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
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      const { modelName } = dear(setup)
      await findInList(desk, modelName, 1)
      await chooseInMenu(desk, 'Unlist')
      await hands.see(rowOf(screen, modelName).filter({ hasText: 'Unlisted' }))
      await picture('unlisted')
      await hands.see(screen.locator('[role="row"]:focus'))
      await chooseInMenu(desk, 'List again')
      await hands.see(rowOf(screen, modelName).filter({ hasText: 'In stock' }))
      await clearSearch(desk)
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
    async work(desk) {
      const { hands, screen, picture } = desk
      await findInList(desk, 'boise', IN_BOISE)
      await hands.press('ControlOrMeta+a')
      await hands.see(screen.getByText(`${IN_BOISE} of ${IN_BOISE} cars selected.`))
      await hands.reach(screen.getByRole('button', { name: 'Change price' }))
      await hands.press('Enter')
      const dialog = screen.getByRole('dialog', { name: 'Change resell price' })
      await hands.see(dialog.locator('select:focus'))
      await hands.type('By p')
      await hands.reach(dialog.getByLabel('Percent'))
      await hands.type('-10')
      await hands.see(dialog.getByText(/becomes \$/))
      await picture('by-percent')
      await hands.press('ControlOrMeta+Enter')
      await hands.see(screen.getByText(`Resell price changed on ${IN_BOISE} cars`))
      await hands.waitUntilHidden(dialog)
      await clearSearch(desk)
    },
    async outcome(setup) {
      await expectInBoise(setup, 0.9)
    },
  },
  {
    name: 'See what was changed, and revert it',
    async work(desk) {
      const { hands, screen, picture } = desk
      await jumpTo(desk, 'changes', screen.getByRole('option', { name: /^Changes/ }))
      await hands.see(headingOf(screen, 'Changes'))
      const finishedRow = rowOf(screen, `and ${IN_BOISE - 1} more`)
      await hands.see(finishedRow)
      await hands.reach(finishedRow, 'ArrowDown')
      await hands.press('Enter')
      const panel = screen.getByRole('complementary', { name: 'Details' })
      await hands.see(panel.getByRole('region', { name: 'Changed cars' }).getByRole('listitem').nth(1))
      await picture('change')
      const revert = `Revert ${IN_BOISE} cars`
      await hands.reach(panel.getByRole('button', { name: revert }))
      await hands.press('Enter')
      const question = screen.getByRole('alertdialog', { name: `Revert this change to ${IN_BOISE} cars?` })
      await hands.see(question.locator(':focus'))
      await hands.reach(question.getByRole('button', { name: revert }))
      await hands.press('Enter')
      await hands.see(panel.getByText('Reverted on'))
    },
    async outcome(setup) {
      await expectInBoise(setup, 1)
    },
  },
  {
    name: 'Choose columns, sort by price, and print the list',
    async work(desk) {
      const { hands, screen, setup, picture } = desk
      await hands.press('ControlOrMeta+2')
      await hands.see(screen.locator('[role="row"]:focus'))
      await hands.press('ControlOrMeta+f')
      await hands.reach(screen.getByRole('button', { name: 'Columns' }))
      await hands.press('Enter')
      await hands.see(screen.locator('[role="menuitemcheckbox"]:focus'))
      await hands.reach(screen.getByRole('menuitemcheckbox', { name: 'Mileage' }), 'ArrowDown')
      await hands.press('Enter')
      await picture('columns')
      await hands.press('Escape')
      await hands.waitUntilHidden(screen.getByRole('menu'))
      await sortDownBy(desk, 'Price')
      await hands.see(rowOf(screen, dearest(setup).modelName))
      await picture('sorted')
      await jumpTo(desk, 'save as pdf', screen.getByRole('option', { name: /^Save as PDF/ }))
      await expect.poll(() => isPrinted(setup), { timeout: 60_000, intervals: [50] }).toBe(true)
    },
    async outcome(setup) {
      // A name may wrap onto a second line in the PDF, so spaces are ignored.
      const names = (await listOwnCars(setup, 'sort=-price')).map(({ modelName }) => withoutSpaces(modelName))
      const text = withoutSpaces(textsOfPdf(readFileSync(setup.pdf)).join(''))
      expect(text).not.toContain('Mileage')
      expect(names.map((name) => text.indexOf(name))).toEqual(
        names.map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
      )
      for (const name of names) expect(text).toContain(name)
    },
  },
]

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')
const dearest = ({ yard }: DaySetup) => yard.at(-1)!

function isPrinted({ pdf }: DaySetup): boolean {
  return existsSync(pdf) && readFileSync(pdf, 'latin1').trimEnd().endsWith('%%EOF')
}

/** @param part the share of the initial prices, rounded to the dollar */
async function expectInBoise(setup: DaySetup, part: number): Promise<void> {
  const cars = await listOwnCars(setup, 'q=boise')
  const before = setup.yard.slice(-IN_BOISE)
  expect(Object.fromEntries(cars.map(({ _id, priceMinor }) => [_id, priceMinor]))).toEqual(
    Object.fromEntries(before.map(({ _id, dollars }) => [_id, Math.round(dollars * part) * 100])),
  )
}
