import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choiceFacts, optionLabel } from '../../contract/cars/car-choices.ts'
import { figure } from '../../contract/figure.ts'
import { buildCars } from '../support/factories.ts'
import { apply, csvOf, exportOf, readFile } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { storedText } from '../support/stored-text.ts'

/** Number of runs. `npm run test:full` raises it. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8)
const CARS = 12

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const wildText = storedText.map((text) => text.trim()).filter((text) => text !== '')
const wildLine = wildText.map((text) => text.replaceAll(/[\r\n]/g, ' '))
const option = (name: keyof typeof choiceFacts) =>
  fc.constantFrom(...choiceFacts[name].options).map((value) => optionLabel(name, value))
const wholeNumber = (min: number, max: number) => fc.integer({ min, max }).map(String)

/** Values to which a cell may change and which the export must return unchanged. */
const cells = {
  description: fc.oneof(wildText, fc.constant('')),
  location: fc.oneof(wildLine, fc.constant('')),
  model_name: wildLine,
  trim: fc.oneof(wildLine, fc.constant('')),
  age: wildLine,
  phone: wildLine,
  price: wholeNumber(1000, 999_999).map((price) => figure(Number(price))),
  year: wholeNumber(1950, 2026),
  mileage: wholeNumber(0, 300_000),
  doors: fc.oneof(wholeNumber(1, 9), fc.constant('')),
  fuel: fc.oneof(option('fuel'), fc.constant('')),
  transmission: option('transmission'),
  drive: option('drive'),
  color: option('color'),
}

const change = fc
  .constantFrom(...(Object.keys(cells) as (keyof typeof cells)[]))
  .chain((column) => cells[column].map((text) => ({ column, text })))
const changes = fc.array(fc.tuple(fc.nat(CARS - 1), change), { minLength: 1, maxLength: 20 })

const descriptions = fc.array(storedText, { minLength: CARS, maxLength: CARS })

/** Returns a cell's value without the guard that the export adds. */
const withoutGuard = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r\n])/, '')

/**
 * Returns a cell's value after an import: without the guard and surrounding white space, and with LF as the
 * line break.
 */
const unguarded = (cell: string) => withoutGuard(cell).trim().replace(/\r\n?/g, '\n')

it(
  'an export with some cells changed, imported, changes these and nothing else; again, nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(changes, descriptions, async (made, stored) => {
        const { seller } = await buildCars(server.ctx, CARS, (number) => ({
          stock_no: `S${number}`,
          no_vin_reason: 'A classic',
          description: stored[number - 1]!,
          ...(number % 4 === 0 && { resell_price: 'call me', location: "'=x" }),
        }))
        const { cars: before, text } = await exportOf(server, seller)
        expect(before.map(({ description }) => withoutGuard(description!))).toEqual(stored.toReversed())
        const edited = before.map((car) => ({ ...car }))
        for (const [at, { column, text: cell }] of made) edited[at]![column] = cell
        const touched = edited.filter((car, at) =>
          Object.keys(car).some((column) => unguarded(car[column]!) !== unguarded(before[at]![column]!)),
        )
        expect((await readFile(server, seller, text)).counts.unchanged).toBe(CARS)
        const plan = await apply(server, seller, await readFile(server, seller, csvOf(edited)))
        expect(plan.counts).toMatchObject({ update: touched.length, unchanged: CARS - touched.length })
        const after = (await exportOf(server, seller)).cars
        const plain = (cars: typeof after) =>
          cars.map((car) =>
            Object.fromEntries(Object.entries(car).map(([name, cell]) => [name, unguarded(cell)])),
          )
        expect(plain(after)).toEqual(plain(edited))
      }),
      { numRuns: RUNS },
    )
  },
  120_000 + RUNS * 5_000,
)
