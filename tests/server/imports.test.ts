import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceFacts } from '../../contract/cars/car-choices.ts'
import type { Reverted } from '../../contract/cars/car-changes.ts'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
import type { CarImport } from '../../contract/imports.ts'
import { guardCell, unguardCell } from '../../server/csv/guarded-cells.ts'
import { call } from '../support/api-client.ts'
import { listen } from '../support/event-reader.ts'
import { buildCar, buildCars, buildPerson, type CarOverrides, type Person } from '../support/factories.ts'
import {
  apply,
  formatCsv,
  fetchExport,
  fetchImport,
  planCar,
  readFile,
  parseCsvRows,
  fetchImportRows,
} from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { buildSheetXml, buildWorkbook, buildWorkbookFromSheets } from '../support/zip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let cars = 0
/** Returns the VIN of a 2003 Accord that no other test uses. */
function newVin(): string {
  const vin = (digit: string) => `1HGCM826${digit}3A${String(++cars).padStart(6, '0')}`
  const digit = computeCheckDigit(vin('0'))
  cars--
  return vin(digit)
}

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const carOf = (seller: Person, fields: CarOverrides) => buildCar(server.ctx, seller.id, fields)
const countsWith = (counts: Partial<CarImport['counts']>) => ({
  create: 0,
  update: 0,
  unchanged: 0,
  held: 0,
  error: 0,
  ...counts,
})

const planOf = (seller: Person, car: Record<string, string | number>) => planCar(server, seller, car)

it('reports lines above the columns, and preserves the line numbers of its rows', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, 'Inventory\n\nstock,make,year\nT1,Audi,soon')
  expect(plan).toMatchObject({
    note: 'Line 1 was passed over: the columns are named in line 3.',
    counts: { error: 1 },
  })
  expect(plan).not.toHaveProperty('message')
  expect((await fetchImportRows(server, seller, plan)).map(({ line }) => line)).toEqual([4])
})

describe('the columns of a file', () => {
  const VIN = newVin()
  const formats: Record<string, Record<string, string>> = {
    'the AX10 dealer format': {
      stock: 'A1',
      title: '2021 Audi A4',
      vin: VIN,
      year: '2003',
      make: 'AUDI',
      model: 'A4',
      trim: 'Premium',
      body: '4dr Car',
      mileage: '12,345 mi',
      price_current: '$9,995',
      price_cost: '7000',
      MSRP: '41000',
      exterior: 'Brilliant Black',
      interior: 'Tan',
      doors: '4',
      engine: '2.0L I4',
      transmission: 'Semi-Auto',
      drive_type: 'AWD',
      fuel_type: 'Gas',
      description: 'Clean',
      pics: 'https://pics.test/1.jpg',
    },
    'Google’s vehicle listings': {
      vin: VIN,
      id: 'A1',
      store_code: '1',
      price: '9995 USD',
      condition: 'used',
      make: 'Audi',
      model: 'A4',
      trim: 'Premium',
      year: '2003',
      mileage: '12345 miles',
      exterior_color: 'Black',
      transmission: 'automatic',
      drivetrain: 'AWD',
      fuel: 'gasoline',
      doors: '4',
      description: 'Clean',
    },
    'Meta’s automotive feed': {
      vehicle_id: 'A1',
      title: 'Audi A4',
      make: 'Audi',
      model: 'A4',
      year: '2003',
      'mileage.value': '12345',
      'mileage.unit': 'MI',
      'image[0].url': 'https://pics.test/1.jpg',
      transmission: 'AUTOMATIC',
      fuel_type: 'GASOLINE',
      body_style: 'SEDAN',
      drivetrain: 'AWD',
      vin: VIN,
      state_of_vehicle: 'USED',
      price: '9995 USD',
      exterior_color: 'Black',
      trim: 'Premium',
      description: 'Clean',
    },
  }

  it.each(Object.entries(formats))('are recognized for %s', async (_, car) => {
    const seller = await newSeller()
    const { plan, row } = await planOf(seller, car)
    expect(row).toMatchObject({ action: 'create', errors: [] })
    await apply(server, seller, plan)
    const [exported] = (await fetchExport(server, seller)).cars
    expect(exported).toMatchObject({
      stock_number: 'A1',
      vin: VIN,
      make: 'Audi',
      model_name: 'A4',
      model: 'A4',
      trim: 'Premium',
      year: '2003',
      mileage: '12345',
      mileage_unit: 'mi',
      fuel: 'Gas',
      transmission: 'Automatic',
      drive: 'All-wheel drive',
      color: 'Black',
      price: '9,995',
      description: 'Clean',
    })
    expect((await planOf(seller, car)).plan.counts).toEqual(countsWith({ unchanged: 1 }))
  })

  it('are listed with three distinct values, and converted values with their counts', async () => {
    const seller = await newSeller()
    const cars = ['Gas', 'Gas', 'Diesel', 'EV'].map((fuel, index) => ({
      stock: index,
      make: 'vw',
      model: 'Golf',
      fuel_type: fuel,
      fancy: `${index % 2}`,
    }))
    const { columns, values } = await readFile(server, seller, formatCsv(cars))
    expect(columns).toEqual([
      { column: 0, header: 'stock', field: 'stockNo', by: 'name', samples: ['0', '1', '2'] },
      { column: 1, header: 'make', field: 'make', by: 'name', samples: ['vw'] },
      { column: 2, header: 'model', field: 'modelName', by: 'name', samples: ['Golf'] },
      { column: 3, header: 'fuel_type', field: 'fuel', by: 'name', samples: ['Gas', 'Diesel', 'EV'] },
      { column: 4, header: 'fancy', field: null, by: null, samples: ['0', '1'] },
    ])
    expect(values).toEqual([
      { field: 'make', value: 'vw', becomes: 'Volkswagen', count: 4 },
      { field: 'fuel', value: 'EV', becomes: 'Electric', count: 1 },
    ])
  })

  it('follow the seller’s choice, for the next file too, but not for other sellers', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const file = formatCsv([{ 'Lot #': 'L1', make: 'Audi', model: 'A4' }])
    const firstPlan = await readFile(server, seller, file)
    expect(firstPlan).toMatchObject({
      counts: countsWith({ error: 1 }),
      message: expect.stringContaining('VIN'),
    })
    const params = { id: firstPlan._id }
    const columns = [{ column: 0, field: 'stockNo' }]
    await call(server.url, 'setImportColumns', { token: seller.token, params, body: { columns } })
    await server.ctx.imports.idle()
    const reloadedPlan = await fetchImport(server, seller, firstPlan._id)
    expect([reloadedPlan.counts, reloadedPlan.columns[0], reloadedPlan.message]).toMatchObject([
      countsWith({ create: 1 }),
      { field: 'stockNo', by: 'seller' },
      undefined,
    ])
    expect((await readFile(server, seller, file)).columns[0]).toMatchObject({
      field: 'stockNo',
      by: 'memory',
    })
    expect((await readFile(server, otherSeller, file)).columns[0]).toMatchObject({ field: null })
  })

  it('are rejected if two columns map to the same field, or if the file lacks a column', async () => {
    const seller = await newSeller()
    const { _id: id } = await readFile(server, seller, formatCsv([{ stock: 1, make: 'Audi' }]))
    const columns = [
      { column: 0, field: 'vin' },
      { column: 7, field: 'vin' },
    ]
    const response = await call(server.url, 'setImportColumns', {
      token: seller.token,
      params: { id },
      body: { columns },
    })
    expect(response.body.errors?.map(({ path }) => path)).toEqual(['columns.1.column', 'columns.1.field'])
  })
})

describe('a row', () => {
  it('updates the car with its VIN, or else with its stock number', async () => {
    const seller = await newSeller()
    const VIN = newVin()
    const byVin = await carOf(seller, { vin: VIN, stock_no: 'S1' })
    const byStock = await carOf(seller, { stock_no: 's2' })
    const plan = await readFile(
      server,
      seller,
      formatCsv([
        { vin: VIN.toLowerCase(), stock: 'S9', price: '20,000' },
        { vin: '', stock: 'S2', price: '21000' },
      ]),
    )
    expect(await fetchImportRows(server, seller, plan)).toMatchObject([
      {
        line: 2,
        action: 'update',
        carID: byVin,
        changes: [{ field: 'stockNo', after: 'S9' }, { field: 'price' }],
      },
      {
        line: 3,
        action: 'update',
        carID: byStock,
        changes: [{ field: 'stockNo' }, { field: 'price', after: '21,000' }],
      },
    ])
  })

  it('contains the values that a workbook displays', async () => {
    const seller = await newSeller()
    const header = buildSheetXml([['Stock', 'Make', 'Model', 'Year', 'Miles', 'Price']])
    const numbers = '<c r="D2"><v>2018</v></c><c s="2"><v>88412</v></c><c><v>24989.9966666</v></c>'
    const names = '<c t="str"><v>BMW</v></c><c t="str"><v>X3</v></c>'
    const xml = `${header}<row r="2"><c r="A2" s="1"><v>123</v></c>${names}${numbers}</row>`
    const file = buildWorkbookFromSheets([{ name: 'A', xml }], { formats: ['00000', '#,##0" km"'] })
    const plan = await readFile(server, seller, file, 'cars.xlsx')
    const [row] = await fetchImportRows(server, seller, plan)
    expect(row).toMatchObject({ line: 2, action: 'create', stockNo: '00123', warnings: [] })
    const changes = row!.changes.map((change) => [change.field, change.after])
    expect(Object.fromEntries(changes)).toMatchObject({
      mileage: '88412',
      mileageUnit: 'km',
      price: '24,990',
    })
    await apply(server, seller, plan)
    const secondPlan = await readFile(server, seller, 'Stock,Make,Model,Year\n00123,BMW,X3,2018')
    expect(secondPlan.counts).toMatchObject({ unchanged: 1, create: 0 })
  })

  it('is named by its sheet if the file has several sheets', async () => {
    const seller = await newSeller()
    const table = [
      ['Stock', 'Make', 'Model'],
      ['S1', 'BMW', 'X3'],
    ]
    const sheets = ['Cars', 'Trucks'].map((name) => ({ name, xml: buildSheetXml(table) }))
    const plan = await readFile(server, seller, buildWorkbookFromSheets(sheets), 'cars.xlsx')
    expect(plan.note).toBe('We read the sheets “Cars” and “Trucks”.')
    expect(await fetchImportRows(server, seller, plan)).toMatchObject([
      { line: 2, sheet: 'Cars', action: 'create' },
      {
        line: 2,
        sheet: 'Trucks',
        action: 'error',
        errors: [{ message: 'The row at “Cars, row 2” is the same car.' }],
      },
    ])
    const { token } = seller
    const rejects = await call<string>(server.url, 'getImportRejects', { token, params: { id: plan._id } })
    expect(parseCsvRows(rejects.body)[0]).toMatchObject({ _line: 'Trucks, row 2' })
  })

  it.each([
    ['trim', '3-Sep', /turned this cell into a date: “3-Sep”/],
    ['trim', 'Sep-93', /into a date/],
    ['trim', '9/3/2026', /into a date/],
    ['trim', '1.20E+06', /into a number/],
    ['trim', '#N/A', /“#N\/A” is an error in Excel/],
    ['price', '#REF!', /is an error in Excel/],
    ['description', '#NAME?', /is an error in Excel/],
    ['price', '#NOT CALCULATED!', /has no stored result/],
  ])('does not change the %s for the cell %s, and has a warning', async (column, cell, message) => {
    const seller = await newSeller()
    await carOf(seller, { stock_no: 'S1' })
    const { row } = await planCar(server, seller, { stock: 'S1', location: 'Elsewhere, OH', [column]: cell })
    expect(row).toMatchObject({ action: 'update', changes: [{ field: 'location' }] })
    expect(row.warnings).toMatchObject([{ column, value: cell }])
    expect(row.warnings[0]!.message).toMatch(message)
  })

  it.each([
    ['24989.99666', '24,990'],
    ['$24,370.125', '24,370.13'],
    ['6666.666667', '6,666.67'],
  ])('has its price %s rounded to cents', async (cell, expected) => {
    const seller = await newSeller()
    await carOf(seller, { stock_no: 'S1' })
    const { row } = await planCar(server, seller, { stock: 'S1', price: cell })
    expect(row.changes).toMatchObject([{ field: 'price', after: expected }])
  })

  it('is invalid if its price may use a point as thousands separator', async () => {
    const { row } = await planCar(server, await newSeller(), { stock: 'S1', price: '24.990' })
    expect(row.errors.map(({ column }) => column)).toContain('price')
  })

  it('is invalid if it names two cars, or the same car as an earlier row', async () => {
    const seller = await newSeller()
    const VIN = newVin()
    await carOf(seller, { vin: VIN })
    await carOf(seller, { stock_no: 'S2' })
    const plan = await readFile(
      server,
      seller,
      formatCsv([
        { vin: VIN, stock: 'S2', price: '1' },
        { vin: VIN, stock: '', price: '24,900' },
        { vin: VIN, stock: '', price: '24,900' },
      ]),
    )
    expect(await fetchImportRows(server, seller, plan)).toMatchObject([
      {
        action: 'error',
        errors: [
          { column: 'stock', value: 'S2', message: expect.stringContaining('different car of yours') },
        ],
      },
      { action: 'unchanged' },
      { action: 'error', errors: [{ message: expect.stringContaining('line 3') }] },
    ])
  })

  it.each(['reserved', 'sold', 'sold-elsewhere', 'archived'] as const)(
    'is held if its car is %s',
    async (state) => {
      const seller = await newSeller()
      await carOf(seller, { stock_no: 'S1', state })
      const { plan, row } = await planOf(seller, { stock: 'S1', price: '20,000' })
      expect(row).toMatchObject({ action: 'held', errors: [{ message: expect.stringMatching(/./) }] })
      const textBefore = (await fetchExport(server, seller)).text
      await apply(server, seller, plan)
      expect((await fetchExport(server, seller)).text).toBe(textBefore)
    },
  )

  const errorCases: [string, Record<string, string>, object][] = [
    ['a VIN with a typo', { vin: '1HGCM82633A004353' }, { column: 'vin', fix: expect.any(String) }],
    ['an unknown make', { make: 'Zastava' }, { column: 'make', value: 'Zastava' }],
    ['a year in words', { year: 'old' }, { column: 'year', fix: 'Enter a year, such as 2021.' }],
    ['a price in euros', { price: '9.995 €' }, { column: 'price', value: '9.995 €' }],
    [
      'a trim that is too long',
      { trim: 'x'.repeat(61) },
      { column: 'trim', fix: 'Use at most 60 characters.' },
    ],
    ['neither VIN nor stock number', { stock: '', vin: '' }, { column: 'vin' }],
    ['no make', { make: '' }, { column: 'make' }],
  ]
  it.each(errorCases)(
    'is invalid for %s, with column, value, reason, and fix',
    async (_, cells, rowError) => {
      const seller = await newSeller()
      const validCells = {
        stock: 'S1',
        vin: '',
        make: 'Audi',
        model: 'A4',
        year: '2021',
        price: '9,995',
        fuel: 'Gas',
        trim: '',
      }
      const { row } = await planOf(seller, { ...validCells, ...cells })
      expect(row).toMatchObject({ line: 2, action: 'error', errors: [rowError] })
      expect(Object.values(row.errors[0]!).map((value) => typeof value)).toEqual(Array(4).fill('string'))
      expect(row.errors[0]!.message && row.errors[0]!.fix).not.toBe('')
    },
  )

  it('is invalid with 1,000 cells, while the other rows stay valid', async () => {
    const seller = await newSeller()
    const file = `stock,make,model\nS1,Audi,A4\n${'x,'.repeat(999)}x`
    const plan = await readFile(server, seller, file)
    expect(plan.counts).toEqual(countsWith({ create: 1, error: 1 }))
    const [row] = await fetchImportRows(server, seller, plan, { action: 'error' })
    expect(row!.errors[0]!.message).toMatch(/1,000 cells.*3 columns/)
    const titled = await readFile(server, seller, 'Our stock\nS1,Audi,A4\n')
    expect((await fetchImportRows(server, seller, titled))[0]!.errors[0]!.message).toMatch(
      /3 cells.*1 column\./,
    )
  })

  it('is not reported for a missing number if its existing number is invalid', async () => {
    const { row } = await planOf(await newSeller(), { stock: 'x'.repeat(99), make: 'Audi', model: 'A4' })
    expect(row.errors.map(({ column }) => column)).toEqual(['stock'])
  })

  it('is accepted with a warning if price, mileage, or year is unusual', async () => {
    const seller = await newSeller()
    await carOf(seller, {
      stock_no: 'S1',
      vin: newVin(),
      year: 2003,
      mileage: 50_000,
      resell_price: '24,900',
    })
    const car = { stock: 'S1', price: '2,490', mileage: '4,900', year: '2013', color: 'Obsidian' }
    const { plan, row } = await planOf(seller, car)
    expect(row.action).toBe('update')
    expect(row.warnings.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      'color: We don’t recognize the color “Obsidian”. It will be left out.',
      'price: The price moves from $24,900 to $2,490.',
      'mileage: The mileage goes down from 50,000 mi to 4,900 mi.',
      'year: The VIN says model year 2003.',
    ])
    expect(plan.warnings).toBe(1)
    expect(await fetchImportRows(server, seller, plan, { warned: '1' })).toHaveLength(1)
  })

  it('is accepted without a warning if the difference is small', async () => {
    const seller = await newSeller()
    await carOf(seller, {
      stock_no: 'S1',
      vin: newVin(),
      year: 2003,
      mileage: 50_000,
      resell_price: '10,000',
    })
    const { row } = await planOf(seller, { stock: 'S1', price: '7,000', mileage: '50,001' })
    expect(row.warnings).toEqual([])
  })
})

describe('an applied import', () => {
  it('includes all valid rows as one change, and invalid rows can be corrected and imported separately', async () => {
    const seller = await newSeller()
    const ownCar = await carOf(seller, { stock_no: 'S1' })
    const plan = await readFile(
      server,
      seller,
      formatCsv([
        { stock: 'S1', make: 'Audi', model: 'A4 Avant 40 TFSI', price: '23,000' },
        { stock: 'S2', make: 'BMW', model: 'X3', price: 'call' },
        { stock: 'S3', make: 'BMW', model: 'X5', price: '30000' },
      ]),
    )
    const appliedPlan = await apply(server, seller, plan)
    expect(appliedPlan).toMatchObject({
      state: 'applied',
      counts: countsWith({ create: 1, update: 1, error: 1 }),
    })
    const set = await call(server.url, 'getChangeSet', {
      token: seller.token,
      params: { id: appliedPlan.changeSetID! },
    })
    expect(set.body).toMatchObject({ kind: 'import', count: 2, revertible: true })
    expect((await call(server.url, 'getCar', { params: { id: ownCar } })).body).toMatchObject({
      resellPrice: '23,000',
    })

    const rejects = await call<string>(server.url, 'getImportRejects', {
      token: seller.token,
      params: { id: plan._id },
    })
    expect(rejects.headers.get('content-type')).toContain('text/csv')
    const [reject, ...otherRejects] = parseCsvRows(rejects.body)
    expect(otherRejects).toEqual([])
    expect(reject).toMatchObject({ _line: '3', stock: 'S2', price: 'call' })
    expect(reject!._error).toMatch(/^price: “call” isn’t a price/)
    const correctedPlan = await readFile(server, seller, formatCsv([{ ...reject, price: '30,000' }]))
    expect((await apply(server, seller, correctedPlan)).counts).toEqual(countsWith({ create: 1 }))
  })

  it('returns rejected rows with line breaks, quotes, apostrophes and emoji as the file has them', async () => {
    const seller = await newSeller()
    const descriptions = [
      'first line\nsecond; "quoted", line\n\tthird',
      "'quoted'\nand again",
      "'=1+1",
      '\'\'-5 "mm"\n🚗',
    ]
    const brokenCars = descriptions.map((description, index) => ({
      stock: `L${index}`,
      make: 'BMW',
      model: 'X3',
      price: 'call',
      description: guardCell(description),
    }))
    const plan = await apply(server, seller, await readFile(server, seller, formatCsv(brokenCars)))
    expect(plan.counts).toEqual(countsWith({ error: brokenCars.length }))
    const params = { id: plan._id }
    const { body } = await call<string>(server.url, 'getImportRejects', { token: seller.token, params })
    const rejects = parseCsvRows(body)
    expect(rejects.map(({ description }) => unguardCell(description!))).toEqual(descriptions)
    const correctedCsv = formatCsv(rejects.map((row) => ({ ...row, price: '30,000' })))
    const appliedPlan = await apply(server, seller, await readFile(server, seller, correctedCsv))
    expect(appliedPlan.counts).toEqual(countsWith({ create: brokenCars.length }))
    const { cars: added, text } = await fetchExport(server, seller)
    expect(added.map(({ description }) => unguardCell(description!))).toEqual(
      expect.arrayContaining(descriptions),
    )
    expect((await readFile(server, seller, text)).counts).toEqual(
      countsWith({ unchanged: brokenCars.length }),
    )
  })

  it('adds a new car as a draft with the seller’s phone number and location', async () => {
    const seller = await newSeller()
    await carOf(seller, { contact: '555-0199', location: 'Boise' })
    const { plan } = await planOf(seller, { stock: 'N1', make: 'Audi', model: 'A4', price: '9995' })
    await apply(server, seller, plan)
    const { body } = await call<{ stockNo: string }[]>(server.url, 'listAllCars', {
      token: seller.token,
      query: { state: 'draft' },
    })
    expect(body).toMatchObject([
      { stockNo: 'N1', selllerContact: '555-0199', location: 'Boise', resellPrice: '9,995' },
    ])
  })

  it('changes nothing for the same file again or for our unmodified export', async () => {
    const { seller } = await buildCars(server.ctx, 30, (number) => ({
      stock_no: `S${number}`,
      description: number % 2 ? '=SUM(A1)\r\n“quoted”, "twice"' : "'-x",
      resell_price: number % 3 ? '24,900' : 'call me',
      vin: null,
      state: number % 5 ? 'instock' : 'sold',
    }))
    const { text } = await fetchExport(server, seller)
    expect((await readFile(server, seller, text)).counts).toEqual(countsWith({ unchanged: 30 }))

    const cars = formatCsv([
      { stock: 'S1', price: '$1,000', make: '', model: '' },
      { stock: 'N1', price: '', make: 'Kia', model: 'Rio' },
    ])
    await apply(server, seller, await readFile(server, seller, cars))
    expect((await readFile(server, seller, cars)).counts).toEqual(countsWith({ unchanged: 2 }))
    expect((await apply(server, seller, await readFile(server, seller, cars))).changeSetID).toBeNull()
  })

  it('produces the same result for a workbook', async () => {
    const seller = await newSeller()
    const file = buildWorkbook([
      ['Stock', 'Make', 'Model', 'Year', 'Price'],
      ['W1', 'Audi', 'A4', 2021, 23900],
    ])
    await apply(server, seller, await readFile(server, seller, file, 'cars.xlsx'))
    expect((await fetchExport(server, seller)).cars).toMatchObject([
      { stock_number: 'W1', year: '2021', price: '23,900' },
    ])
  })

  it('ignores an empty cell, but clears the field for an empty cell in our own export', async () => {
    const seller = await newSeller()
    const id = await carOf(seller, { stock_no: 'S1', location: 'Portland', description: 'Long story.' })
    expect((await planOf(seller, { stock: 'S1', location: '' })).row.action).toBe('unchanged')
    const { plan } = await planOf(seller, { kerblight_id: id, stock_number: 'S1', location: '' })
    await apply(server, seller, plan)
    expect((await fetchExport(server, seller)).cars).toMatchObject([
      { location: '', description: 'Long story.' },
    ])
  })

  it('does not clear required fields of a car on the lot', async () => {
    const seller = await newSeller()
    const id = await carOf(seller, { stock_no: 'S1' })
    const { row } = await planOf(seller, { kerblight_id: id, make: '', price: '' })
    expect(row.errors.map(({ column }) => column)).toEqual(['make', 'price'])
  })

  it('skips a car that was changed after the file was read', async () => {
    const seller = await newSeller()
    const id = await carOf(seller, { stock_no: 'S1' })
    const { plan } = await planOf(seller, { stock: 'S1', price: '20,000' })
    const change = { location: 'Boise' }
    await call(server.url, 'updateCars', { token: seller.token, body: { ids: [id], change } })
    expect((await apply(server, seller, plan)).counts).toEqual(countsWith({ error: 1 }))
    const [row] = await fetchImportRows(server, seller, plan)
    expect(row!.errors[0]).toMatchObject({ message: 'This car was changed after the file was read.' })
  })

  it('adds a car once if two imports of the same file are applied', async () => {
    const seller = await newSeller()
    const file = formatCsv([newVin(), newVin()].map((vin) => ({ vin, make: 'Honda', model: 'Accord' })))
    const [firstPlan, secondPlan] = [
      await readFile(server, seller, file),
      await readFile(server, seller, file),
    ]
    expect((await apply(server, seller, firstPlan)).counts).toEqual(countsWith({ create: 2 }))
    expect((await apply(server, seller, secondPlan)).counts).toEqual(countsWith({ error: 2 }))
    expect((await fetchExport(server, seller)).cars).toHaveLength(2)
  })

  it('is applied once, even if the request is repeated', async () => {
    const seller = await newSeller()
    const { plan } = await planOf(seller, { stock: 'S1', make: 'Audi', model: 'A4' })
    await apply(server, seller, plan)
    await apply(server, seller, plan)
    expect((await fetchExport(server, seller)).cars).toHaveLength(1)
  })

  it('holds a car for review if another seller lists its VIN', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const VIN = newVin()
    await carOf(otherSeller, { vin: VIN })
    const id = await carOf(seller, { stock_no: 'S1' })
    await apply(server, seller, (await planOf(seller, { stock: 'S1', vin: VIN })).plan)
    const { body } = await call(server.url, 'getCar', { token: seller.token, params: { id } })
    expect(body).toMatchObject({ available: 'in-review', vin: VIN })
  })
})

describe('cars that the file lacks', () => {
  const buildLot = (count: number) => buildCars(server.ctx, count, (number) => ({ stock_no: `S${number}` }))
  const listOffLot = async (seller: Person) => {
    const query = { state: 'withdrawn', sort: 'oldest' }
    const { body } = await call<{ stockNo: string }[]>(server.url, 'listAllCars', {
      token: seller.token,
      query,
    })
    return body.map(({ stockNo }) => stockNo)
  }

  it('stay unchanged', async () => {
    const { seller } = await buildLot(5)
    const { plan } = await planOf(seller, { stock: 'S1', price: '1,000' })
    expect(plan).toMatchObject({ missing: 4, onLot: 5 })
    await apply(server, seller, plan)
    expect(await listOffLot(seller)).toEqual([])
  })

  it('leave the lot if the seller chooses that, and everything can be reverted', async () => {
    const { seller } = await buildLot(10)
    const cars = Array.from({ length: 8 }, (_, index) => ({ stock: `S${index + 1}`, price: '1,000' }))
    const textBefore = (await fetchExport(server, seller)).text
    const appliedPlan = await apply(server, seller, await readFile(server, seller, formatCsv(cars)), {
      missing: 'off-lot',
    })
    expect(await listOffLot(seller)).toEqual(['S9', 'S10'])
    const params = { id: appliedPlan.changeSetID! }
    await call<Reverted>(server.url, 'revertChangeSet', { token: seller.token, params, body: {} })
    expect(await listOffLot(seller)).toEqual([])
    expect((await fetchExport(server, seller)).text).toBe(textBefore)
  })

  it('leave the lot only if the seller types their number when they exceed a fifth', async () => {
    const { seller } = await buildLot(10)
    const cars = Array.from({ length: 7 }, (_, index) => ({ stock: `S${index + 1}` }))
    const plan = await readFile(server, seller, formatCsv(cars))
    const request = { token: seller.token, params: { id: plan._id } }
    for (const missingCount of [undefined, 2, 4]) {
      const body = { missing: 'off-lot', missingCount }
      const response = await call(server.url, 'applyImport', { ...request, body })
      expect(response.body).toMatchObject({ code: 'missing-count', facts: { missing: 3, onLot: 10 } })
    }
    await apply(server, seller, plan, { missing: 'off-lot', missingCount: 3 })
    expect(await listOffLot(seller)).toEqual(['S8', 'S9', 'S10'])
  })
})

it('reverts an import as a whole, removing new cars except those changed since', async () => {
  const seller = await newSeller()
  await carOf(seller, { stock_no: 'S1', resell_price: '24,900' })
  const file = formatCsv([
    { stock: 'S1', make: 'Audi', model: 'A4 Avant 40 TFSI', price: '20,000' },
    { stock: 'N1', make: 'Kia', model: 'Rio', price: '9,000' },
    { stock: 'N2', make: 'Kia', model: 'Rio', price: '9,500' },
  ])
  const { changeSetID } = await apply(server, seller, await readFile(server, seller, file))
  const changedCar = (await fetchExport(server, seller)).cars.find((car) => car.stock_number === 'N2')!
  const carID = unguardCell(changedCar.kerblight_id!)
  const change = { location: 'Boise' }
  await call(server.url, 'updateCars', { token: seller.token, body: { ids: [carID], change } })
  const params = { id: changeSetID! }
  const { body } = await call<Reverted>(server.url, 'revertChangeSet', {
    token: seller.token,
    params,
    body: {},
  })
  expect(body).toMatchObject({ reverted: 2, stayed: [{ carID, reason: 'changed' }] })
  const pricesAfter = (await fetchExport(server, seller)).cars.map((car) => [car.stock_number, car.price])
  expect(pricesAfter.toSorted()).toEqual([
    ['N2', '9,500'],
    ['S1', '24,900'],
  ])
  expect(await replayLedger(server.ctx.db)).toEqual(await readCarFields(server.ctx.db))
  // A revert is recorded as a change set, too.
  const [revertSet] = (await call<{ _id: string }[]>(server.url, 'listChangeSets', { token: seller.token }))
    .body
  await call(server.url, 'revertChangeSet', { token: seller.token, params: { id: revertSet!._id }, body: {} })
  expect((await fetchExport(server, seller)).cars).toHaveLength(3)
})

describe('a file', () => {
  it.each([
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /save it as \.xlsx/],
    ['no table', Buffer.from('hello'), /no table/],
  ])('fails with instructions if it is %s', async (_, file, message) => {
    const seller = await newSeller()
    const failed = await readFile(server, seller, file)
    expect([failed.state, failed.message]).toEqual(['failed', expect.stringMatching(message)])
    const params = { id: failed._id }
    const response = await call(server.url, 'applyImport', { token: seller.token, params, body: {} })
    expect(response.body).toMatchObject({
      code: 'import-not-ready',
      detail: 'This import failed. Upload the file again.',
    })
  })

  it('is rejected if it is missing or larger than 20 MB', async () => {
    const { token } = await newSeller()
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]), 'cars.csv')
    const response = await call(server.url, 'addImport', { token, body })
    expect(response.body).toMatchObject({ code: 'body-too-large', detail: expect.stringContaining('20 MB') })
    const empty = await call(server.url, 'addImport', { token, body: new FormData() })
    expect(empty.body).toMatchObject({ code: 'invalid-input', errors: [{ path: 'file' }] })
  })

  it('triggers events when read and when applied, only for its seller', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const [ownStream, otherStream] = [await listen(server.url, seller), await listen(server.url, otherSeller)]
    const { plan } = await planOf(seller, { stock: 'S1', make: 'Audi', model: 'A4' })
    await ownStream.until('Import')
    await apply(server, seller, plan)
    await ownStream.until('Import')
    await call(server.url, 'addDraft', { token: otherSeller.token, body: { modelName: 'A4' } })
    expect((await otherStream.until('Car')).tags).not.toContain('Import')
    ownStream.close()
    otherStream.close()
  })
})

it('recognizes every option of every choice by its own name', async () => {
  const seller = await newSeller()
  const cars = choiceFacts.body.options.map((body, index) => ({
    stock: index,
    make: 'Audi',
    model: 'A4',
    body,
  }))
  expect((await readFile(server, seller, formatCsv(cars))).counts).toEqual(
    countsWith({ create: cars.length }),
  )
})
