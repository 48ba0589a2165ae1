import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { documentKinds, documentStates, documentTitles } from '../../contract/deal-documents.ts'
import { dealStates } from '../../contract/deal-life.ts'
import { insertSignature } from '../../server/sale/records/deal-signature.repository.ts'
import { call } from '../support/api-client.ts'
import type { Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  buildSeller,
  callDeal,
  buildDealInState,
  disputeCard,
  noticeDispute,
  readDeal,
  sell,
  type Sale,
} from '../support/deals.ts'
import { readWrittenPdf } from '../support/written-pdf.ts'

const VIN = 'WAUZZZF45MA012345'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const facts = {
  odometer: 38_140,
  odometerUnit: 'mi',
  odometerStatement: 'actual',
  titleHolder: 'Sam Seller',
  titleNumber: 'OR-778812',
  titleState: 'Oregon',
  titleBrand: 'clean',
  lienHolder: '',
  warranty: 'as-is',
  warrantyText: '',
}

type Documents = EndpointOutput<'getDealDocuments'>

async function sellDocumented(changes: object = {}): Promise<Sale> {
  const car = { vin: VIN, mileage: 38_000, mileage_unit: 'mi' as const, returns: '3 days' as const }
  const sale = await sell(app, { seller: await buildSeller(app), car })
  expect((await save(sale, changes)).body).toMatchObject({ modifiedCount: 1, revision: 1 })
  return sale
}

const save = (sale: Sale, changes: object = {}, person = sale.seller) =>
  callDeal(app, 'setDealDocuments', sale, person, { ...facts, ...changes })

async function read(sale: Sale, person: Person = sale.buyer): Promise<Documents> {
  const response = await callDeal<Documents>(app, 'getDealDocuments', sale, person)
  expect(response.status).toBe(200)
  return response.body
}

async function sign(
  sale: Sale,
  side: 'buyer' | 'seller',
  seen: { revision?: number; textVersion?: string; name?: string } = {},
) {
  const { revision, textVersion } = await read(sale)
  const name = side === 'buyer' ? 'Bea B. Buyer' : 'Sam S. Seller'
  return callDeal(app, 'signDealDocuments', sale, sale[side], { name, revision, textVersion, ...seen })
}

async function textOf(sale: Sale, kind: Documents['documents'][number]['kind']): Promise<string> {
  const { facts, paragraphs } = (await read(sale)).documents.find((document) => document.kind === kind)!
  return [...facts.map(({ label, value }) => `${label}: ${value}`), ...paragraphs].join('\n')
}

async function readFile(sale: Sale, person: Person, query = '') {
  const response = await fetch(`${app.url}/api/deals/${sale.purchaseID}/documents.pdf${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function subjectsOf({ token }: Person): Promise<string[]> {
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })
  return body.map(({ subject }) => subject)
}

describe('the details of the documents', () => {
  it('are missing until the seller enters them', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    expect(await read(sale)).toMatchObject({ facts: null, revision: 0, documents: [], signatures: [] })
    expect((await readFile(sale, sale.buyer)).response.status).toBe(404)
    expect((await sign(sale, 'buyer', { revision: 1 })).body).toMatchObject({ code: 'documents-changed' })
  })

  it('are entered only by the seller, and read by both parties and admins', async () => {
    const sale = await sellDocumented()
    const { admin, otherBuyer, otherSeller } = app.people
    for (const person of [sale.buyer, admin, otherBuyer, otherSeller])
      expect((await save(sale, {}, person)).body).toMatchObject({ code: 'not-found' })
    for (const person of [sale.buyer, sale.seller, admin]) {
      expect(await read(sale, person)).toMatchObject({ facts, revision: 1 })
      expect((await readFile(sale, person)).response.status).toBe(200)
    }
    for (const person of [otherBuyer, otherSeller]) {
      expect((await callDeal(app, 'getDealDocuments', sale, person)).status).toBe(404)
      expect((await readFile(sale, person)).response.status).toBe(404)
      const input = { name: 'Stranger', revision: 1, textVersion: '2026-11b' }
      expect((await callDeal(app, 'signDealDocuments', sale, person, input)).status).toBe(404)
    }
  })

  it.each([
    [{ odometer: -1 }, 'odometer'],
    [{ odometer: 1.5 }, 'odometer'],
    [{ odometerUnit: 'ft' }, 'odometerUnit'],
    [{ odometerStatement: 'maybe' }, 'odometerStatement'],
    [{ titleHolder: ' ' }, 'titleHolder'],
    [{ titleHolder: '\u200b' }, 'titleHolder'],
    [{ titleHolder: '\u2800' }, 'titleHolder'],
    [{ titleNumber: 'x'.repeat(41) }, 'titleNumber'],
    [{ titleBrand: 'dented' }, 'titleBrand'],
    [{ warranty: 'warranty', warrantyText: ' ' }, 'warrantyText'],
  ])('are rejected if they are invalid: %o', async (changes, path) => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    expect((await save(sale, changes)).body).toMatchObject({ code: 'invalid-input', errors: [{ path }] })
    expect((await read(sale)).revision).toBe(0)
  })

  it('get a new revision only if something has changed', async () => {
    const sale = await sellDocumented()
    expect((await save(sale)).body).toMatchObject({ modifiedCount: 0, revision: 1 })
    expect((await save(sale, { odometer: 38_141 })).body).toMatchObject({ modifiedCount: 1, revision: 2 })
    const { facts: saved, documents } = await read(sale)
    expect(saved!.odometer).toBe(38_141)
    expect(JSON.stringify(documents)).toContain('38,141 mi')
    expect((await subjectsOf(sale.buyer)).filter((one) => one.startsWith('Documents to sign'))).toHaveLength(
      2,
    )
  })

  it('are saved in sequence if several windows send them', async () => {
    const sale = await sellDocumented()
    const odometers = [1, 2, 3, 4]
    const responses = await Promise.all(odometers.map((odometer) => save(sale, { odometer })))
    expect(responses.map(({ body }) => body.revision).toSorted()).toEqual([2, 3, 4, 5])
    const last = responses.findIndex(({ body }) => body.revision === 5)
    expect((await read(sale)).facts!.odometer).toBe(odometers[last])
  })

  it('can be changed and signed exactly in the states that the contract lists', async () => {
    for (const state of dealStates) {
      const sale = await buildDealInState(app, state)
      const saved = await save(sale)
      const isAllowed = documentStates.includes(state)
      expect([state, saved.body]).toMatchObject([state, isAllowed ? { revision: 1 } : { code: 'deal-state' }])
      const signed = await sign(sale, 'seller', { revision: 1 })
      expect([state, signed.body]).toMatchObject([
        state,
        isAllowed ? { modifiedCount: 1 } : { code: 'deal-state' },
      ])
    }
  })
})

describe('the texts', () => {
  it('name the parties, the car with its full VIN, the price, and the payment', async () => {
    const sale = await sellDocumented()
    const text = await textOf(sale, 'bill-of-sale')
    const expected = [
      'Car: 2021 Audi A4 Avant 40 TFSI',
      `VIN: ${VIN}`,
      'Seller: Sam Seller',
      'Buyer: Robin Vale',
      'Odometer reading: 38,140 mi',
      'Price: $24,900.00 USD',
      'Paid by card: $24,900.00 USD on ',
      `transaction ${sale.intentId}`,
    ]
    for (const part of expected) expect(text).toContain(part)
    expect(text).not.toContain('at the dealership')
  })

  it('include the part of the price that was paid at the dealership', async () => {
    const sale = await sellDocumented()
    await app.ctx.db
      .updateTable('payments')
      .set({ other_amount: 50_000, is_deposit: 1 })
      .where('id', '=', sale.paymentID)
      .execute()
    const text = await textOf(sale, 'bill-of-sale')
    expect(text).toContain('Price: $25,400.00 USD')
    expect(text).toContain('Paid at the dealership: $500.00 USD')
    expect((await readDeal(app, sale, sale.buyer)).paidElsewhereMinor).toBe(50_000)
  })

  it.each([
    ['actual', 'the distance that the car has actually traveled'],
    ['exceeds-limits', 'passed its highest reading'],
    ['not-actual', 'Warning: the odometer reading is wrong'],
  ])('state the odometer reading as “%s”', async (odometerStatement, statement) => {
    const text = await textOf(await sellDocumented({ odometerStatement }), 'odometer')
    expect(text).toContain(statement)
    expect(text).toContain('Reading in the listing: 38,000 mi')
  })

  it('warn of a lien and of a different name on the title', async () => {
    const sale = await sellDocumented({ lienHolder: 'First Bank', titleHolder: 'Ann Owner' })
    const text = await textOf(sale, 'title')
    for (const part of ['Lien: First Bank', 'First Bank has a lien', 'in the name of Ann Owner', 'OR-778812'])
      expect(text).toContain(part)
  })

  it('describe facts that the seller did not state as unknown', async () => {
    const sale = await sell(app, { seller: await buildSeller(app), car: { vin: null, mileage: null } })
    const unknown = { titleNumber: '', titleState: '', titleBrand: 'unknown', titleHolder: ' sam  SELLER ' }
    await save(sale, unknown)
    const text = await textOf(sale, 'title')
    for (const part of [
      'Title number: Not stated',
      'Title status: Unknown',
      'does not know',
      'VIN: Not stated',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('in the name of')
    expect(await textOf(sale, 'odometer')).toContain('Reading in the listing: Not stated')
    expect(await textOf(sale, 'warranty')).toContain('The seller’s listing offered no return.')
  })

  it('contain the terms of the sale: as is or with the seller’s warranty, and the return', async () => {
    const asIs = await sellDocumented()
    const text = await textOf(asIs, 'warranty')
    expect(text).toContain('gives no warranty')
    expect(text).toContain('within 72 hours after the confirmed handover')
    await save(asIs, { warranty: 'warranty', warrantyText: 'Engine: 90 days.\n\nGearbox: 30 days.' })
    const { paragraphs } = (await read(asIs)).documents.find(({ kind }) => kind === 'warranty')!
    expect(paragraphs.slice(0, 3)).toEqual([
      'The seller gives this warranty:',
      'Engine: 90 days.',
      'Gearbox: 30 days.',
    ])
  })

  it('retain both parties’ names from the time of the revision', async () => {
    const sale = await sellDocumented()
    await app.ctx.db
      .updateTable('users')
      .set({ full_name: 'Sammy Newname' })
      .where('id', '=', sale.seller.id)
      .execute()
    expect(await textOf(sale, 'bill-of-sale')).toContain('Seller: Sam Seller')
  })
})

describe('signatures', () => {
  it('complete the documents once both parties have signed', async () => {
    const sale = await sellDocumented()
    expect((await sign(sale, 'seller')).body).toMatchObject({ modifiedCount: 1 })
    expect(await subjectsOf(sale.buyer)).toContainEqual(expect.stringContaining('signed by the seller'))
    expect((await sign(sale, 'buyer')).body).toMatchObject({ modifiedCount: 1 })
    expect((await read(sale)).signatures).toMatchObject([
      { side: 'seller', name: 'Sam S. Seller', revision: 1, textVersion: '2026-11b', isCurrent: true },
      { side: 'buyer', name: 'Bea B. Buyer', revision: 1, textVersion: '2026-11b', isCurrent: true },
    ])
    for (const person of [sale.buyer, sale.seller])
      expect(await subjectsOf(person)).toContainEqual(expect.stringMatching(/^Documents signed: /))
    const { events } = await readDeal(app, sale, sale.buyer)
    expect(events.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'The seller entered the details of the sale documents.',
        'The seller signed the sale documents.',
        'The buyer signed the sale documents. Both sides have now signed them.',
      ]),
    )
  })

  it('are recorded once when they arrive twice', async () => {
    const sale = await sellDocumented()
    const responses = await Promise.all([sign(sale, 'buyer'), sign(sale, 'buyer')])
    expect(responses.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 1])
    expect((await read(sale)).signatures).toHaveLength(1)
  })

  it('can’t be repeated with a different name until the details change', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'buyer', { name: 'Mickey Mouse' })
    const named = { name: 'Dana Reyes' }
    expect((await sign(sale, 'buyer', named)).body).toMatchObject({ status: 409, code: 'already-signed' })
    expect((await read(sale)).signatures).toMatchObject([{ name: 'Mickey Mouse' }])
    await save(sale, { odometer: 39_000 })
    expect((await sign(sale, 'buyer', { ...named, revision: 2 })).body).toMatchObject({ modifiedCount: 1 })
  })

  it('complete the documents once when both parties sign at the same time', async () => {
    const sale = await sellDocumented()
    await Promise.all([sign(sale, 'buyer'), sign(sale, 'seller')])
    const { events } = await readDeal(app, sale, sale.buyer)
    expect(events.filter(({ text }) => text.includes('Both sides have now signed'))).toHaveLength(1)
  })

  it('fail if the signer saw a different revision or text', async () => {
    const sale = await sellDocumented()
    await save(sale, { odometer: 39_000 })
    for (const seen of [{ revision: 1 }, { revision: 3 }, { textVersion: '2020-01' }])
      expect((await sign(sale, 'buyer', seen)).body).toMatchObject({ status: 409, code: 'documents-changed' })
    const unnamed = { name: '  ', revision: 2, textVersion: '2026-11b' }
    expect((await callDeal(app, 'signDealDocuments', sale, sale.buyer, unnamed)).body).toMatchObject({
      code: 'invalid-input',
    })
    expect((await read(sale)).signatures).toEqual([])
  })

  it('stay recorded but are not current after a change', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'seller')
    await sign(sale, 'buyer')
    await save(sale, { lienHolder: 'First Bank' })
    expect((await read(sale)).signatures).toMatchObject([{ isCurrent: false }, { isCurrent: false }])
    await sign(sale, 'buyer')
    expect((await read(sale)).signatures.map(({ side, isCurrent }) => [side, isCurrent])).toEqual([
      ['seller', false],
      ['buyer', false],
      ['buyer', true],
    ])
    const stored = await app.ctx.db
      .selectFrom('deal_documents')
      .select('facts')
      .where('purchase_id', '=', sale.purchaseID)
      .orderBy('revision')
      .execute()
    expect(stored.map((row) => (JSON.parse(row.facts) as typeof facts).lienHolder)).toEqual([
      '',
      'First Bank',
    ])
  })

  it('keep their revision readable after a change if both parties have signed', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'seller')
    await sign(sale, 'buyer')
    await save(sale, { lienHolder: 'First Bank' })
    await sign(sale, 'buyer')
    for (const person of [sale.buyer, sale.seller, app.people.admin]) {
      expect(await read(sale, person)).toMatchObject({ revision: 2, signedRevision: 1 })
      const request = {
        token: person.token,
        params: { purchaseID: sale.purchaseID },
        query: { revision: '1' },
      }
      const { body } = await call<Documents>(app.url, 'getDealDocuments', request)
      expect(body).toMatchObject({ revision: 1, facts: { lienHolder: '' } })
      expect(body.signatures.map(({ side, revision, isCurrent }) => [side, revision, isCurrent])).toEqual([
        ['seller', 1, true],
        ['buyer', 1, true],
        ['buyer', 2, false],
      ])
      const text = readWrittenPdf((await readFile(sale, person, '?revision=1')).bytes).join(' ')
      expect(text).toContain('Revision 1')
      expect(text).toContain('Sam S. Seller')
      expect(text).not.toContain('First Bank')
    }
    for (const query of ['?revision=3', '?revision=0', '?revision=x'])
      expect((await readFile(sale, sale.buyer, query)).response.status, query).toBe(
        query.endsWith('3') ? 404 : 400,
      )
  })

  it('make the documents final once both parties have signed and the seller is paid', async () => {
    const sale = await buildDealInState(app, 'released')
    await save(sale)
    await sign(sale, 'seller')
    expect((await save(sale, { odometer: 39_000 })).body).toMatchObject({ revision: 2 })
    await sign(sale, 'seller')
    await sign(sale, 'buyer')
    for (const state of ['released', 'problem', 'closed'] as const) {
      await app.ctx.db
        .updateTable('deals')
        .set({ state })
        .where('purchase_id', '=', sale.purchaseID)
        .execute()
      expect((await save(sale, { odometer: 39_500 })).body).toMatchObject({ code: 'documents-signed' })
      expect((await save(sale, { odometer: 39_000 })).body).toMatchObject({ modifiedCount: 0 })
    }
    expect(await read(sale)).toMatchObject({ revision: 2, signedRevision: 2 })
  })

  it.each(['', '   ', '\u200b', '\u202e\u200f', '\u3164', '\u2800', '\u00ad', '-'])(
    'need a name with a visible letter, not “%s”',
    async (name) => {
      const sale = await sellDocumented()
      const { revision, textVersion } = await read(sale)
      const body = { name, revision, textVersion }
      const response = await callDeal(app, 'signDealDocuments', sale, sale.buyer, body)
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
      expect(JSON.stringify(response.body.errors)).toContain('"path":"name"')
    },
  )

  it('count only if both parties signed the same text', async () => {
    const sale = await sellDocumented()
    const onOldText = {
      side: 'seller' as const,
      userId: sale.seller.id,
      name: 'Sam S. Seller',
      textVersion: '2020-01',
      revision: 1,
      signedAt: app.ctx.now().toISOString(),
    }
    await insertSignature(app.ctx.db, sale.purchaseID, onOldText)
    await sign(sale, 'buyer')
    expect(await read(sale)).toMatchObject({ signedRevision: null })
    await sign(sale, 'seller')
    expect(await read(sale)).toMatchObject({ signedRevision: 1 })
  })

  it('do not complete the documents if they belong to an earlier revision', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'seller')
    await save(sale, { odometer: 39_000 })
    const countComplete = async () =>
      (await readDeal(app, sale, sale.buyer)).events.filter(({ text }) =>
        text.includes('Both sides have now'),
      ).length
    await sign(sale, 'buyer')
    expect(await countComplete()).toBe(0)
    await sign(sale, 'seller')
    expect(await countComplete()).toBe(1)
  })
})

describe('the marks of the car', () => {
  const dent = { view: 'left', x: 43, y: 60, kind: 'dent', size: 'medium', note: 'Ask me', photo: null }
  const store = (marks: object[] | null) =>
    marks && JSON.stringify({ marks, marksAt: '2026-11-19T10:00:00.000Z' })

  async function sellMarked(marks: object[] | null): Promise<Sale> {
    const sale = await sell(app, { seller: await buildSeller(app), car: { marks: store(marks) } })
    expect((await save(sale)).status).toBe(200)
    return sale
  }

  it('are listed in the bill of sale and the warranty with their values at the payment', async () => {
    const sale = await sellMarked([dent, { ...dent, view: 'rear', x: 50, y: 76, kind: 'rust', note: '' }])
    const setMarks = (marks: string | null) =>
      app.ctx.db.updateTable('cars').set({ marks }).where('id', '=', sale.carID).execute()
    const compared = { label: 'Damage marks', promised: '2 marks' }
    expect((await read(sale)).listing).toContainEqual({ ...compared, now: null })
    await setMarks(store([dent]))
    expect((await read(sale)).listing).toContainEqual({ ...compared, now: '1 mark: 1 mark removed' })
    await setMarks(null)
    for (const kind of ['bill-of-sale', 'warranty'] as const) {
      const text = await textOf(sale, kind)
      expect(text).toContain('2 marks noted by the seller on Nov 19, 2026.')
      expect(text).toContain('1. Dent, 2 to 6 in, driver’s front door: Ask me')
      expect(text).toContain('2. Rust, 2 to 6 in, rear bumper')
    }
    const { bytes } = await readFile(sale, sale.buyer)
    expect(readWrittenPdf(bytes).join(' ')).toContain('1. Dent, 2 to 6 in, driver’s front door: Ask me')
    expect((await read(sale)).listing).toContainEqual({ ...compared, now: 'Not stated' })
  })

  it('are stated as none, or as not stated', async () => {
    expect(await textOf(await sellMarked([]), 'warranty')).toContain('stated that the car has no marks.')
    expect(await textOf(await sellMarked(null), 'warranty')).toContain('did not state whether the car has')
  })
})

describe('the listing that the buyer paid for', () => {
  it('is compared with the current listing', async () => {
    const sale = await sellDocumented()
    const { listing } = await read(sale)
    expect(listing).toContainEqual({ label: 'Mileage', promised: '38,000 mi', now: null })
    expect(listing).toContainEqual({ label: 'VIN', promised: VIN, now: null })
    expect(listing.filter(({ now }) => now !== null)).toEqual([])
    await app.ctx.db
      .updateTable('cars')
      .set({ mileage: 41_000, trim: 'S line', fuel: null, resell_price: '25,900' })
      .where('id', '=', sale.carID)
      .execute()
    await app.ctx.db
      .insertInto('car_pictures')
      .values({ car_id: sale.carID, position: 0, url: '/images/new.webp' })
      .execute()
    const changed = (await read(sale)).listing.filter(({ now }) => now !== null)
    expect(changed).toEqual([
      { label: 'Mileage', promised: '38,000 mi', now: '41,000 mi' },
      { label: 'Fuel', promised: 'Gas', now: 'Not stated' },
      { label: 'Trim', promised: 'Not stated', now: 'S line' },
      { label: 'Price', promised: '$24,900', now: '$25,900' },
      { label: 'Photos', promised: 'None', now: '1 photo: 1 added' },
    ])
  })

  it('is empty for sales made before payouts were introduced', async () => {
    const sale = await sellDocumented()
    await app.ctx.db
      .updateTable('deals')
      .set({ listing: '{}' })
      .where('purchase_id', '=', sale.purchaseID)
      .execute()
    expect((await read(sale)).listing).toEqual([])
  })
})

describe('the PDF file', () => {
  it('has a page with both signatures for each document', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'seller')
    await sign(sale, 'buyer')
    const { response, bytes } = await readFile(sale, sale.buyer)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="kerblight-sale-${sale.purchaseID}.pdf"`,
    )
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')
    const pages = readWrittenPdf(bytes)
    expect(pages).toHaveLength(documentKinds.length)
    for (const [index, kind] of documentKinds.entries())
      for (const text of [documentTitles[kind], 'Sam S. Seller', 'Bea B. Buyer'])
        expect(pages[index]).toContain(text)
  })

  it('shows only signatures on the current revision', async () => {
    const sale = await sellDocumented()
    await sign(sale, 'seller')
    const textOfFile = async () => readWrittenPdf((await readFile(sale, sale.buyer)).bytes).join(' ')
    expect(await textOfFile()).toContain('Sam S. Seller')
    await save(sale, { odometer: 39_000 })
    expect(await textOfFile()).not.toContain('Sam S. Seller')
  })

  it('states if it can’t show all characters', async () => {
    const titleHolder = 'אבג\t中文 Zoë Жук 👩‍👧 Ltd.'
    const sale = await sellDocumented({
      titleHolder,
      warranty: 'warranty',
      warrantyText: 'ก\tข\nEngine\tgearbox',
    })
    const pages = readWrittenPdf((await readFile(sale, sale.buyer)).bytes)
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('\uFFFD Zoë Жук \uFFFD Ltd.')
    expect(text).toContain('Engine gearbox')
    expect(text).toContain('can’t show')
    expect((await read(sale)).facts).toMatchObject({ titleHolder: 'אבג 中文 Zoë Жук 👩‍👧 Ltd.' })
    const plain = await sellDocumented()
    expect(readWrittenPdf((await readFile(plain, plain.buyer)).bytes).join(' ')).not.toContain('can’t show')
  })

  it('continues a long warranty on further pages', async () => {
    const sale = await sellDocumented({ warranty: 'warranty', warrantyText: 'Covered.\n'.repeat(300) })
    const { bytes } = await readFile(sale, sale.buyer)
    expect(readWrittenPdf(bytes).length).toBeGreaterThan(4)
  })
})

describe('the evidence for a dispute', () => {
  it('contains the signatures and the stated facts', async () => {
    const sale = await sell(app, { seller: await buildSeller(app), card: disputeCard })
    await save(sale)
    await sign(sale, 'buyer')
    const id = await noticeDispute(app, sale)
    const row = await app.ctx.db
      .selectFrom('disputes')
      .select('evidence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const part of [
      'Odometer at the handover: 38,140 mi. It is the actual mileage.',
      'Title: Clean. No lien.',
      'The buyer signed revision 1 (text version 2026-11b) as “Bea B. Buyer”.',
    ])
      expect((JSON.parse(row.evidence) as { uncategorized_text: string }).uncategorized_text).toContain(part)
  })
})
