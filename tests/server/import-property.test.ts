import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choiceFacts, getOptionLabel } from '../../contract/cars/car-choices.ts'
import { formatNumber } from '../../contract/number-format.ts'
import { buildCars } from '../support/factories.ts'
import { apply, formatCsv, fetchExport, readFile } from '../support/imports.ts'
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
  fc.constantFrom(...choiceFacts[name].options).map((value) => getOptionLabel(name, value))
const wholeNumber = (min: number, max: number) => fc.integer({ min, max }).map(String)

/** New cell values, which the export must return unchanged. */
const cells = {
  description: fc.oneof(wildText, fc.constant('')),
  location: fc.oneof(wildLine, fc.constant('')),
  model_name: wildLine,
  trim: fc.oneof(wildLine, fc.constant('')),
  age: wildLine,
  phone: wildLine,
  price: wholeNumber(1000, 999_999).map((price) => formatNumber(Number(price))),
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

const withoutGuard = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r\n])/, '')

/**
 * Returns a cell's value after an import: without the guard and surrounding white space, and with LF as the
 * line break.
 */
const unguarded = (cell: string) => withoutGuard(cell).trim().replace(/\r\n?/g, '\n')

it(
  'importing an edited export changes only the edited cells, and nothing when repeated',
  async () => {
    await fc.assert(
      fc.asyncProperty(changes, descriptions, async (madeChanges, stored) => {
        const { seller } = await buildCars(server.ctx, CARS, (number) => ({
          stock_no: `S${number}`,
          no_vin_reason: 'A classic',
          description: stored[number - 1]!,
          ...(number % 4 === 0 && { resell_price: 'call me', location: "'=x" }),
        }))
        const { cars: carsBefore, text } = await fetchExport(server, seller)
        expect(carsBefore.map(({ description }) => withoutGuard(description!))).toEqual(stored.toReversed())
        const edited = carsBefore.map((car) => ({ ...car }))
        for (const [index, { column, text: cell }] of madeChanges) edited[index]![column] = cell
        const editedCars = edited.filter((car, index) =>
          Object.keys(car).some(
            (column) => unguarded(car[column]!) !== unguarded(carsBefore[index]![column]!),
          ),
        )
        expect((await readFile(server, seller, text)).counts.unchanged).toBe(CARS)
        const plan = await apply(server, seller, await readFile(server, seller, formatCsv(edited)))
        expect(plan.counts).toMatchObject({ update: editedCars.length, unchanged: CARS - editedCars.length })
        const carsAfter = (await fetchExport(server, seller)).cars
        const withoutVersions = (cars: typeof carsAfter) =>
          cars.map((car) =>
            Object.fromEntries(Object.entries(car).map(([name, cell]) => [name, unguarded(cell)])),
          )
        expect(withoutVersions(carsAfter)).toEqual(withoutVersions(edited))
      }),
      { numRuns: RUNS },
    )
  },
  120_000 + RUNS * 5_000,
)
