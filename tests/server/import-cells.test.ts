import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRow } from '../../contract/imports.ts'
import { buildCar, buildPerson, type CarOverrides } from '../support/factories.ts'
import { apply, formatCsv, fetchExport, planCar, readFile, fetchImportRows } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const newCar = { stock: 'S1', make: 'Audi', model: 'A4' }

async function changesOf(cells: Record<string, string>, car: CarOverrides = {}) {
  const seller = await newSeller()
  await buildCar(server.ctx, seller.id, { stock_no: 'S1', ...car })
  const { plan, row } = await planCar(server, seller, { stock: 'S1', ...cells })
  return { plan, row, changes: Object.fromEntries(row.changes.map(({ field, after }) => [field, after])) }
}

describe('a cell', () => {
  it('leaves the condition unchanged if it only states that the car is used', async () => {
    const { plan, row } = await changesOf({ condition: 'Used' }, { condition: 'Excellent' })
    expect([row.action, plan.values]).toEqual(['unchanged', []])
  })

  it('may contain any text, such as the name of a built-in object property', async () => {
    const seller = await newSeller()
    const { row } = await planCar(server, seller, { ...newCar, make: 'constructor', constructor: 'x' })
    expect(row).toMatchObject({ action: 'error', errors: [{ column: 'make', value: 'constructor' }] })
  })

  it('uses the unit in its column name', async () => {
    const { changes } = await changesOf({ Kilometers: '50,000', HP: '136' })
    expect(changes).toMatchObject({ mileage: '50000', mileageUnit: 'km', powerKw: '101' })
    const conflicting = await changesOf({ Kilometers: '50,000 mi', power: '100' })
    expect(conflicting.changes).toMatchObject({ mileage: '50000', powerKw: '100' })
  })

  it.each([
    ['seats', '0', 'We can’t use this for “Seats.”'],
    ['doors', '99', 'We can’t use this for “Doors.”'],
  ])(
    'is rejected with a correctly worded message if it is impossible (%s “%s”)',
    async (column, cell, message) => {
      const { row } = await planCar(server, await newSeller(), { ...newCar, [column]: cell })
      expect(row).toMatchObject({ action: 'error', errors: [{ column, value: cell, message }] })
    },
  )

  it('is read in liters if it is a small engine size', async () => {
    expect((await changesOf({ displacement: '2.0' })).changes).toMatchObject({ engineCc: '2000' })
    expect((await changesOf({ displacement: '1984' })).changes).toMatchObject({ engineCc: '1984' })
  })

  it.each([
    ['price', '0'],
    ['msrp', '$0.00'],
    ['msrp', 'call'],
    ['drive_type', '2WD'],
    ['vin', 'N/A'],
    ['mileage', '-'],
    ['fuel_type', 'n/a'],
  ])('is omitted with a warning if it has no usable value (%s “%s”)', async (column, cell) => {
    const seller = await newSeller()
    const { row } = await planCar(server, seller, { ...newCar, [column]: cell })
    expect(row).toMatchObject({ action: 'create', errors: [], warnings: [{ column, value: cell }] })
    expect(row.changes.map(({ field }) => field).toSorted()).toEqual([
      'make',
      'model',
      'modelName',
      'stockNo',
    ])
  })

  it('does not identify a car if it is a placeholder for a VIN or stock number', async () => {
    const seller = await newSeller()
    const plan = await readFile(
      server,
      seller,
      formatCsv([
        { ...newCar, vin: 'N/A' },
        { ...newCar, stock: 'S2', vin: 'N/A' },
      ]),
    )
    expect(plan.counts).toMatchObject({ create: 2, error: 0 })
  })
})

it('reads every row of an American dealer’s file', async () => {
  const plan = await readFile(
    server,
    await newSeller(),
    `stock,make,model,year,body,transmission,fuel,drivetrain
W1,Honda,Accord,2018,4D Sedan,6-Speed Automatic,Gasoline,FWD
W2,Ford,F-150,2018,SuperCrew,6 Spd A/T,Flex Fuel Capability,4WD
W3,Buick,Enclave,2018,OTHER,automatic,gasoline,AWD`,
  )
  expect([plan.counts.create, plan.counts.error, plan.warnings]).toEqual([3, 0, 1])
})

describe('a term that dealers use', () => {
  const knownCells = [
    ['body', '4D Sedan', 'Sedan'],
    ['body', 'Sedan 4D', 'Sedan'],
    ['body', 'SuperCrew', 'Truck'],
    ['body', 'Super Cab', 'Truck'],
    ['body', 'Crew Cab Pickup - Short Bed', 'Truck'],
    ['body', 'Extended Cab', 'Truck'],
    ['body', '2D Coupe', 'Coupe'],
    ['body', 'Coupé', 'Coupe'],
    ['body', 'Sport Utility 4D', 'SUV'],
    ['body', '4dr SUV AWD', 'SUV'],
    ['body', 'Hatchback 5D', 'Hatchback'],
    ['body', 'Mini-van, Passenger', 'Minivan'],
    ['body', 'Full-size Passenger Van', 'Van'],
    ['body', '2D Convertible', 'Convertible'],
    ['body', 'Station Wagon', 'Wagon'],
    ['transmission', '6 Spd A/T', 'Automatic'],
    ['transmission', '8-Speed Automatic', 'Automatic'],
    ['transmission', 'Auto  8-Spd Manual', 'Automatic'],
    ['transmission', 'Automatic  CVT w/Xtronic', 'Automatic'],
    ['transmission', 'PDK', 'Automatic'],
    ['transmission', '7-Speed S tronic®', 'Automatic'],
    ['transmission', 'DSG', 'Automatic'],
    ['transmission', '8AT', 'Automatic'],
    ['transmission', '6-Speed Manual', 'Manual'],
    ['transmission', '5-Spd M/T', 'Manual'],
    ['transmission', '6MT', 'Manual'],
    ['fuel', 'Flex Fuel Capability', 'Gas'],
    ['fuel', 'FFV', 'Gas'],
    ['fuel', 'Gasoline/E85', 'Gas'],
    ['fuel', 'Regular Unleaded', 'Gas'],
    ['fuel', 'Compressed Natural Gas', 'Natural gas (CNG)'],
    ['fuel', 'CNG', 'Natural gas (CNG)'],
    ['fuel', 'Gas/Electric Hybrid', 'Hybrid'],
    ['fuel', 'Plug-In Gas/Electric Hybrid', 'Plug-in hybrid'],
    ['fuel', 'PHEV', 'Plug-in hybrid'],
    ['fuel', 'Electric Fuel System', 'Electric'],
    ['drive', '4WD', 'Four-wheel drive'],
    ['drive', '4X4', 'Four-wheel drive'],
    ['drive', '4-Wheel Drive', 'Four-wheel drive'],
    ['drive', 'Part-time 4WD', 'Four-wheel drive'],
    ['drive', '4MOTION®', 'All-wheel drive'],
    ['drive', 'quattro', 'All-wheel drive'],
    ['drive', 'xDrive AWD', 'All-wheel drive'],
    ['drive', 'Front Wheel Drive', 'Front-wheel drive'],
    ['drive', '2WD (Front)', 'Front-wheel drive'],
    ['drive', '4x2 RWD', 'Rear-wheel drive'],
    ['color', 'Blk', 'Black'],
    ['color', 'WHT', 'White'],
    ['color', 'Slv', 'Silver'],
    ['color', 'Gry', 'Gray'],
    ['color', 'Blu', 'Blue'],
    ['color', 'Black Pearl', 'Black'],
    ['color', 'Gold Mist', 'Gold'],
    ['condition', '4.2', 'Good'],
    ['condition', 'Grade: 4.8 / 5', 'Excellent'],
    ['condition', 'Average', 'Fair'],
  ] as const
  const unclearCells = [
    ['body', 'OTHER'],
    ['body', 'NONE'],
    ['body', 'Sedan or Coupe'],
    ['transmission', '8-Speed'],
    ['transmission', 'Manual/Automatic'],
    ['fuel', 'CNG/Gasoline'],
    ['fuel', 'Coal'],
    ['drive', '2WD'],
    ['drive', '2WD/4WD'],
    ['drive', 'AWD/4WD'],
    ['color', 'Blue/White'],
    ['interior_color', 'Obsidian'],
    ['condition', '1.5'],
    ['condition', 'Grade 47'],
    ['mileage_unit', 'furlongs'],
    ['seats', 'five'],
  ] as const

  const makes = [
    ['Skoda', 'Škoda'],
    ['SKODA', 'Škoda'],
    ['Citroen', 'Citroën'],
    ['Mercedes Benz', 'Mercedes-Benz'],
    ['Merc', 'Mercedes-Benz'],
    ['DS Automobiles', 'DS'],
    ['AMC', 'American Motors'],
    ['VW', 'Volkswagen'],
    ['Chevy', 'Chevrolet'],
    ['Landrover', 'Land Rover'],
  ] as const

  // Each column has its own spreadsheet, because the server parses each spreadsheet in a separate process.
  const rows = new Map<string, ImportRow>()
  const rowOf = (column: string, cell: string) => rows.get(`${column} ${cell}`)!
  beforeAll(async () => {
    const cells = [...knownCells, ...unclearCells, ...makes.map(([make]) => ['make', make] as const)]
    for (const [column, ofColumn] of Map.groupBy(cells, ([name]) => name)) {
      const seller = await newSeller()
      const cars = ofColumn.map(([, cell], index) => ({ ...newCar, stock: `S${index}`, [column]: cell }))
      const parsedRows = await fetchImportRows(
        server,
        seller,
        await readFile(server, seller, formatCsv(cars)),
      )
      for (const [index, [, cell]] of ofColumn.entries()) rows.set(`${column} ${cell}`, parsedRows[index]!)
    }
  })

  it.each(knownCells)('is converted in the column %s: “%s” becomes %s', (column, cell, becomes) => {
    const row = rowOf(column, cell)
    expect([row.action, row.warnings]).toEqual(['create', []])
    expect(row.changes.find(({ field }) => field === column)?.after).toBe(becomes)
  })

  it.each(unclearCells)('leaves only its field empty if it is too vague (%s “%s”)', (column, cell) => {
    const row = rowOf(column, cell)
    expect(row).toMatchObject({ action: 'create', errors: [], warnings: [{ column, value: cell }] })
    expect(row.changes.map(({ field }) => field)).not.toContain(column)
  })

  it.each(makes)('is converted to a make: “%s” becomes %s', (make, becomes) => {
    const row = rowOf('make', make)
    expect(row).toMatchObject({ action: 'create', errors: [] })
    expect(row.changes.find(({ field }) => field === 'make')?.after).toBe(becomes)
  })
})

it.each([
  '0'.repeat(17),
  '1'.repeat(17),
  'X'.repeat(17),
  '0000',
  'XXX',
  'VIN: N/A',
  'VIN:',
  'no VIN',
  'TBD',
  'none',
])('the placeholder “%s” counts as a missing VIN', async (vin) => {
  const seller = await newSeller()
  const cars = ['S1', 'S2'].map((stock) => ({ ...newCar, stock, vin }))
  const plan = await readFile(server, seller, formatCsv(cars))
  expect(plan.counts).toMatchObject({ create: 2 })
  const [row] = await fetchImportRows(server, seller, plan)
  expect(row).toMatchObject({ vin: '', warnings: [{ column: 'vin' }] })
})

it.each([
  'VIN: 1HGCM82633A004352',
  'vin#1HGCM82633A004352',
  'VIN No. 1HGCM82633A004352',
  'VIN 1HG CM826 33A004352',
])('a VIN is read from “%s”', async (vin) => {
  const { row } = await planCar(server, await newSeller(), { ...newCar, vin })
  expect(row).toMatchObject({ action: 'create', vin: '1HGCM82633A004352', warnings: [] })
})

it.each(['\u00a0', '\u202f', '\u2007'])('no-break spaces (%j) are treated as spaces', async (space) => {
  const cells = { price: `9${space}000`, mileage: `12${space}345${space}km`, description: `So${space}nice` }
  const { changes } = await changesOf(cells)
  expect(changes).toMatchObject({
    price: '9,000',
    mileage: '12345',
    mileageUnit: 'km',
    description: 'So nice',
  })
  const knownChanges = await changesOf({ description: cells.description }, { description: cells.description })
  expect(knownChanges.row.action).toBe('unchanged')
})

it('the same VIN identifies the same car, regardless of case and separators', async () => {
  const seller = await newSeller()
  const vin = '1HGCM82633A004352'
  const cars = [vin, '1hgcm826 33a-004352'].map((vin, index) => ({
    vin,
    stock: `S${index}`,
    make: 'Honda',
    model: 'Accord',
  }))
  const plan = await readFile(server, seller, formatCsv(cars))
  expect(plan.counts).toMatchObject({ create: 1, error: 1 })
})

it('a truncated row of our own export clears no fields', async () => {
  const seller = await newSeller()
  const id = await buildCar(server.ctx, seller.id, {
    stock_no: 'S1',
    location: 'Boise',
    description: 'Clean',
  })
  const plan = await readFile(
    server,
    seller,
    `kerblight_id,stock_number,price,location,description\n${id},S1,20000\n`,
  )
  const [row] = await fetchImportRows(server, seller, plan)
  expect(row!.changes.map(({ field }) => field)).toEqual(['price'])
  await apply(server, seller, plan)
  expect((await fetchExport(server, seller)).cars).toMatchObject([
    { location: 'Boise', description: 'Clean' },
  ])
})
