import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarImport } from '../../contract/imports.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import {
  apply,
  formatCsv,
  fetchExport,
  fetchImport,
  planCar,
  readFile,
  fetchImportRows,
} from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const newCar = { stock: 'S1', make: 'BMW', model: 'X3', year: 2018 }

async function changesOf(cells: Record<string, string>, seller?: Person) {
  const { row } = await planCar(server, seller ?? (await newSeller()), { ...newCar, ...cells })
  return Object.fromEntries(row.changes.map(({ field, after }) => [field, after]))
}

describe('an address', () => {
  const addressParts = { addr1: '1 Example Street', city: 'Springfield', region: 'OH', postal_code: '45000' }
  it.each([
    ['as JSON', JSON.stringify({ ...addressParts, country: 'US' })],
    ['in single quotes', "{'street_address': '1 Example Street', 'city': 'Springfield', 'region': 'OH'}"],
    ['in doubled quotes', JSON.stringify(addressParts).replaceAll('"', '""')],
    ['in escaped quotes', JSON.stringify(addressParts).replaceAll('"', '\\"')],
    ['in curly quotes', '{“city”: “Springfield”, “state”: “OH”}'],
    ['without quotes around keys', '{city: "Springfield", state: "OH", zip: 45000,}'],
    ['as Python writes it', "{'addr2': None, 'city': 'Springfield', 'region': 'OH'}"],
    ['in an array', JSON.stringify([addressParts])],
    ['with capitals', JSON.stringify({ City: 'Springfield', State: 'OH', PostalCode: '45000' })],
    ['within another', JSON.stringify({ address: addressParts })],
  ])('becomes its city and state: %s', async (_, address) => {
    expect(await changesOf({ address })).toMatchObject({ location: 'Springfield, OH' })
  })

  it('is assembled from its columns', async () => {
    const cells = {
      'address.addr1': '1 Example Street',
      'address.city': 'Springfield',
      'address.region': 'OH',
    }
    expect(await changesOf(cells)).toMatchObject({ location: 'Springfield, OH' })
  })

  it('becomes its city and country outside the United States', async () => {
    const address = JSON.stringify({ city: 'München', postal_code: '80331', country: 'DE' })
    expect(await changesOf({ address })).toMatchObject({ location: 'München, DE' })
  })

  it('is omitted with a warning if it cannot be parsed', async () => {
    const { row } = await planCar(server, await newSeller(), { ...newCar, address: '{"city": "Spring' })
    expect(row).toMatchObject({ action: 'create', warnings: [{ column: 'address' }] })
    expect(row.changes.map(({ field }) => field)).not.toContain('location')
  })

  it('does not replace a more complete address of the same place', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', location: '2 Main St, Springfield, OH 45000' })
    const planAddress = (address: string) => planCar(server, seller, { stock: 'S1', address })
    expect((await planAddress(JSON.stringify(addressParts))).row.action).toBe('unchanged')
    expect(
      (await planAddress(JSON.stringify({ ...addressParts, city: 'Dayton' }))).row.changes,
    ).toMatchObject([{ field: 'location', after: 'Dayton, OH' }])
  })
})

describe('a price', () => {
  it('is the sale price, or the regular price if the sale price is missing', async () => {
    const seller = await newSeller()
    const cars = ['18,000.00 USD', '', '0', 'N/A'].map((sale_price, index) => ({
      ...newCar,
      stock: `S${index}`,
      price: '20,000.00 USD',
      sale_price,
    }))
    const plan = await readFile(server, seller, formatCsv(cars))
    const rows = await fetchImportRows(server, seller, plan)
    const prices = rows.map(({ changes }) => changes.find(({ field }) => field === 'price')?.after)
    expect(prices).toEqual(['18,000', '20,000', '20,000', '20,000'])
    expect(rows.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  it('is reported under its source column if it has an error', async () => {
    const badCar = { ...newCar, price: 'a lot', sale_price: '' }
    const { row } = await planCar(server, await newSeller(), badCar)
    expect(row).toMatchObject({ action: 'error', errors: [{ column: 'price', value: 'a lot' }] })
  })

  it('comes only from the column that the seller chose', async () => {
    const seller = await newSeller()
    const plan = await readFile(
      server,
      seller,
      formatCsv([{ ...newCar, price: '20,000', sale_price: '18,000' }]),
    )
    await answer(seller, plan, 'setImportColumns', { columns: [{ column: 4, field: 'price' }] })
    const [row] = await fetchImportRows(server, seller, plan)
    expect(row!.changes).toContainEqual({ field: 'price', after: '20,000' })
  })
})

it('DealerCenter’s column names are recognized', async () => {
  const seller = await newSeller()
  const photos = 'https://img.example/a1.jpg https://img.example/a2.jpg'
  const car = {
    StockNumber: 'D1',
    Make: 'Honda',
    Model: 'Pilot',
    Odometer: '75429',
    SpecialPrice: '24990',
    PhotoURLs: photos,
    WebAdDescription: 'Call us. - Llámanos hoy',
  }
  const { plan, row } = await planCar(server, seller, car)
  const changes = Object.fromEntries(row.changes.map(({ field, after }) => [field, after]))
  expect(changes).toMatchObject({ price: '24,990', description: car.WebAdDescription, mileage: '75429' })
  expect(plan.pictureHosts).toEqual([{ host: 'img.example', photos: 2, allowed: false }])
})

it.each([
  [
    'objects',
    JSON.stringify([{ url: 'https://img.example/1.jpg', tag: ['A'] }, { url: 'https://img.example/2.jpg' }]),
  ],
  ['texts', "['https://img.example/1.jpg', 'https://img.example/2.jpg']"],
  ['one object', JSON.stringify({ url: 'https://img.example/1.jpg', more: ['https://img.example/2.jpg'] })],
])('photos are found in JSON of %s', async (_, image) => {
  const { plan } = await planCar(server, await newSeller(), { ...newCar, image })
  expect(plan.pictureHosts).toMatchObject([{ host: 'img.example', photos: 2 }])
})

describe('the unit of a mileage', () => {
  it.each([
    'km',
    'KMs',
    'Kilómetros',
    'Kilometers',
    'kilometres',
    'km_driven',
    'odometer_km',
    'Mileage (km)',
    'mileageKm',
    'Kilometerstand',
    'Laufleistung',
    'Laufleistung (km)',
    'Kilométrage',
    'kilometraje km',
    'Kilometraje',
    'Quilometragem',
    'Chilometraggio',
    'Пробег, км',
    'KM-Stand',
    'Kilometer driven',
    'Odometer reading in km',
  ])('is kilometers in the column “%s”', async (header) => {
    const { plan, row } = await planCar(server, await newSeller(), { ...newCar, [header]: '150000' })
    expect(row.changes).toContainEqual({ field: 'mileageUnit', after: 'km' })
    expect(plan.questions).toEqual({})
  })

  it.each(['miles', 'mi', 'mileage (mi)', 'Odometer (miles)', 'miles_driven', 'mileage_mi', 'Millas'])(
    'is miles in the column “%s”',
    async (header) => {
      expect(await changesOf({ [header]: '150000' })).toMatchObject({ mileage: '150000', mileageUnit: 'mi' })
    },
  )

  it.each([
    ['{"value":88412,"unit":"KM"}', 'km'],
    ["{'value': '88,412', 'unit': 'mi'}", 'mi'],
    ['[{"value":88412,"unit":"KMT"}]', 'km'],
  ])('is read from the JSON %s', async (mileage, unit) => {
    expect(await changesOf({ mileage })).toMatchObject({ mileage: '88412', mileageUnit: unit })
  })

  it('is read from mileage.unit', async () => {
    const cells = { 'mileage.value': '88412', 'mileage.unit': 'KM' }
    expect(await changesOf(cells)).toMatchObject({ mileage: '88412', mileageUnit: 'km' })
  })

  it('corrects the unit of an existing car with the same number', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', mileage: 150_000, mileage_unit: 'mi' })
    const { row } = await planCar(server, seller, { stock: 'S1', km_driven: '150000' })
    expect(row.changes).toMatchObject([{ field: 'mileageUnit', before: 'mi', after: 'km' }])
  })

  it('stays unknown until the seller answers, once for the file', async () => {
    const seller = await newSeller()
    const cars = [
      { ...newCar, mileage: '150,000' },
      { ...newCar, stock: 'S2', mileage: '90,000 km' },
      { ...newCar, stock: 'S3', mileage: '' },
    ]
    const plan = await readFile(server, seller, formatCsv(cars))
    expect(plan.questions).toEqual({ mileageUnit: { rows: 1, last: null } })
    await answer(seller, plan, 'setImportAnswers', { mileageUnit: 'km' })
    const answeredPlan = await fetchImport(server, seller, plan._id)
    expect(answeredPlan.questions).toEqual({ mileageUnit: { rows: 1, answer: 'km', last: 'km' } })
    await apply(server, seller, answeredPlan)
    const units = (await fetchExport(server, seller)).cars.map((car) => [car.stock_number, car.mileage_unit])
    expect(units.toSorted()).toEqual([
      ['S1', 'km'],
      ['S2', 'km'],
      ['S3', ''],
    ])

    const nextPlan = await readFile(server, seller, formatCsv([{ ...newCar, stock: 'S4', odometer: '1000' }]))
    expect(nextPlan.questions).toEqual({ mileageUnit: { rows: 1, last: 'km' } })
    expect(
      (await fetchImportRows(server, seller, nextPlan))[0]!.changes.map(({ field }) => field),
    ).not.toContain('mileageUnit')
    await answer(seller, nextPlan, 'setImportAnswers', { mileageUnit: 'mi' })
    expect((await fetchImport(server, seller, nextPlan._id)).questions).toEqual({
      mileageUnit: { rows: 1, answer: 'mi', last: 'mi' },
    })
  })

  it('can be added with the next file if it was missing before', async () => {
    const seller = await newSeller()
    const file = formatCsv([{ ...newCar, mileage: '150000' }])
    await apply(server, seller, await readFile(server, seller, file))
    expect((await fetchExport(server, seller)).cars).toMatchObject([{ mileage: '150000', mileage_unit: '' }])
    const secondPlan = await readFile(server, seller, file)
    expect(secondPlan.counts.unchanged).toBe(1)
    await answer(seller, secondPlan, 'setImportAnswers', { mileageUnit: 'mi' })
    await apply(server, seller, await fetchImport(server, seller, secondPlan._id))
    expect((await fetchExport(server, seller)).cars).toMatchObject([
      { mileage: '150000', mileage_unit: 'mi' },
    ])
  })

  it('is taken from the seller’s car if the file does not contain it', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', mileage: 1000, mileage_unit: 'km' })
    const { row } = await planCar(server, seller, { stock: 'S1', mileage: '2000' })
    expect(row.changes).toEqual([{ field: 'mileage', before: '1000', after: '2000' }])
  })

  it('is not requested for our own export', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', mileage: 1000, mileage_unit: 'km' })
    const { text: exportedText } = await fetchExport(server, seller)
    expect((await readFile(server, seller, exportedText)).questions).toEqual({})
  })

  it('is read from one column, even if the file has two mileage columns', async () => {
    const table = [
      ['stock', 'make', 'model', 'mileage', 'km'],
      ['S1', 'BMW', 'X3', '93206', '150000'],
    ]
    const seller = await newSeller()
    const plan = await readFile(server, seller, stringify(table))
    expect(plan.columns.filter(({ field }) => field === 'mileage')).toHaveLength(1)
  })
})

async function answer(
  seller: Person,
  { _id: id }: CarImport,
  endpoint: 'setImportColumns' | 'setImportAnswers',
  body: object,
) {
  const { status } = await call(server.url, endpoint, { token: seller.token, params: { id }, body })
  expect(status).toBe(200)
  await server.ctx.imports.idle()
}

describe('a column named title', () => {
  const plan = async (rows: Record<string, string>[]) => {
    const seller = await newSeller()
    const { columns } = await readFile(server, seller, formatCsv(rows))
    return columns.map(({ field }) => field)
  }

  it('contains the car’s name', async () => {
    const rows = [{ stock: 'S1', make: 'BMW', title: 'Clean X3 xDrive30i', year: '2018' }]
    expect(await plan(rows)).toEqual(['stockNo', 'make', 'modelName', 'year'])
  })

  it('contains the title status if all of its values are entries on a title', async () => {
    const rows = [
      { stock: 'S1', make: 'BMW', name: 'X3', title: 'Clean' },
      { stock: 'S2', make: 'BMW', name: 'X5', title: 'Salvage title' },
      { stock: 'S3', make: 'BMW', name: 'X1', title: 'unknown' },
    ]
    expect(await plan(rows)).toEqual(['stockNo', 'make', 'modelName', 'title'])
  })

  it('contains the name if a single value is not an entry on a title', async () => {
    const rows = [
      { stock: 'S1', make: 'BMW', title: 'Clean' },
      { stock: 'S2', make: 'BMW', title: 'X5' },
    ]
    expect(await plan(rows)).toEqual(['stockNo', 'make', 'modelName'])
  })
})

describe('the condition of a car', () => {
  it.each([
    ['titleStatus', 'lemon', 'title', 'Lemon law buyback'],
    ['Title Status', 'Clear', 'title', 'Clean'],
    ['title brand', 'REBUILT TITLE', 'title', 'Rebuilt'],
    ['Title type', 'flood damage', 'title', 'Other'],
    ['Accident history', 'No accidents reported', 'accidents', 'None known'],
    ['accidents', 'None', 'accidents', 'None known'],
    ['accidents', 'frame damage', 'accidents', 'Structural damage'],
    ['warranty', 'as-is', 'warranty', 'None, sold as is'],
    ['warranty', 'Factory warranty', 'warranty', 'Manufacturer'],
    ['service records', 'No', 'serviceHistory', 'No records'],
    ['warranty expires', '3/5/2027', 'warrantyUntil', '2027-03-05'],
    ['last_inspection', '2026-10-01 00:00:00', 'lastInspection', '2026-10-01'],
    ['range', '250 mi', 'evRange', '250'],
    ['range', '402 km', 'evRange', '250'],
    ['SOH', '94%', 'batteryHealth', '94'],
    ['SOH', '0.94', 'batteryHealth', '94'],
  ])('is read from the column “%s” with “%s”', async (column, cell, field, after) => {
    expect(await changesOf({ [column]: cell })).toMatchObject({ [field]: after })
  })

  it.each([
    ['title status', 'unknown'],
    ['accidents', 'Yes'],
    ['accidents', '2'],
    ['accidents', 'No structural damage'],
    ['accidents', '1 accident, no frame damage'],
    ['title status', 'Not clean'],
    ['title status', 'never salvage'],
    ['warranty', 'Factory warranty expired'],
    ['warranty', 'no dealer warranty'],
    ['last inspection', 'last spring'],
    ['last inspection', '31/12/2026'],
  ])('stays unknown for the column “%s” with “%s”', async (column, cell) => {
    const { row } = await planCar(server, await newSeller(), { ...newCar, [column]: cell })
    expect(row.action).toBe('create')
    const fields = row.changes.map(({ field }) => field)
    expect(fields).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/title|accidents|warranty|lastInsp/)]),
    )
  })

  it.each([
    [{ 'last inspection': '2099-10-01' }, 'last inspection', 'lastInspection'],
    [{ range: '250 mi', fuel: 'Gas' }, 'range', 'evRange'],
    [{ SOH: '94%', fuel: 'Diesel' }, 'SOH', 'batteryHealth'],
  ])('is omitted if it is implausible, as in %o', async (cells, column, field) => {
    const { row } = await planCar(server, await newSeller(), { ...newCar, ...cells })
    expect(row).toMatchObject({ action: 'create', warnings: [{ column }] })
    expect(row.warnings[0]!.message).toMatch(/It will be left out\.$/)
    expect(row.changes.map((change) => change.field)).not.toContain(field)
  })

  it('is retained until the fuel changes if an implausible value predates the rule', async () => {
    const seller = await newSeller()
    const car = { stock_no: 'S1', category_name: 'BMW', fuel: 'Petrol', evRange: 240 } as const
    await buildCar(server.ctx, seller.id, { ...car, lastInspection: '2099-01-01' })
    const { text } = await fetchExport(server, seller)
    expect((await readFile(server, seller, text)).counts).toMatchObject({ unchanged: 1 })
    const { row } = await planCar(server, seller, { stock: 'S1', fuel: 'Diesel' })
    expect(row).toMatchObject({
      action: 'update',
      warnings: [{ message: expect.stringMatching(/hybrid/) as unknown }],
    })
    expect(row.changes).toMatchObject([
      { field: 'evRange', before: '240', after: '' },
      { field: 'fuel', after: 'Diesel' },
    ])
  })

  it('survives an export and an import', async () => {
    const seller = await newSeller()
    const facts = {
      title: 'lemon',
      accidents: 'none known',
      serviceHistory: 'none',
      warranty: 'as is',
    } as const
    await buildCar(server.ctx, seller.id, {
      stock_no: 'S1',
      ...facts,
      evRange: 240,
      lastInspection: '2026-10-01',
    })
    const { text, cars } = await fetchExport(server, seller)
    expect(cars).toMatchObject([{ titleStatus: 'Lemon law buyback' }])
    const { counts } = await readFile(server, seller, text)
    expect(counts).toMatchObject({ unchanged: 1, update: 0 })
  })
})

describe('a ZIP code', () => {
  it.each(['zip', 'ZIP', 'Zip Code', 'postal_code', 'Postcode'])(
    'is read from the column “%s”',
    async (header) => expect(await changesOf({ [header]: '44304' })).toMatchObject({ zip: '44304' }),
  )

  it.each([
    ['44304-1234', '44304'],
    // Excel removes leading zeros.
    ['2139', '02139'],
    ['501', '00501'],
  ])('is normalized from %s to %s', async (cell, zip) =>
    expect(await changesOf({ zip: cell })).toMatchObject({ zip }),
  )

  it.each(['00000', 'K1A 0B1', '443', 'Akron'])(
    'is omitted with a warning if it is invalid (%s)',
    async (zip) => {
      const { row } = await planCar(server, await newSeller(), { ...newCar, zip })
      expect(row).toMatchObject({
        action: 'create',
        warnings: [{ column: 'zip', fix: 'Check its five digits.' }],
      })
      expect(row.changes.map(({ field }) => field)).not.toContain('zip')
    },
  )

  it('causes no change if it equals the account’s ZIP code, which is also exported', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller', zip: '44304' })
    await buildCar(server.ctx, seller.id, { stock_no: 'Z1' })
    const plan = await readFile(server, seller, formatCsv([{ stock: 'Z1', zip: '44304' }]))
    expect(plan).toMatchObject({ counts: { unchanged: 1 } })
    const { cars } = await fetchExport(server, seller)
    expect(cars).toMatchObject([{ zip: '44304' }])
  })
})
