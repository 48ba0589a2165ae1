import { insertMatch, type CarPhoto } from '../../server/features/photos/copied-photos.repository.ts'
import { formatSellingPrice } from '../../contract/all-in-price.ts'
import { pickFacts } from '../../contract/cars/entered-facts.ts'
import { extractModel } from '../../contract/cars/model-names.ts'
import { parsePrice } from '../../contract/money.ts'
import type { Context } from '../../server/context.ts'
import type { Insertable } from 'kysely'
import { bookCharge } from '../../server/sale/accounting/book.ts'
import { openDeal } from '../../server/sale/deals/open-deal.ts'
import { toPayment } from '../../server/sale/records/payment.repository.ts'
import { findPurchase } from '../../server/sale/records/purchase.repository.ts'
import { newId } from '../../server/db/id.ts'
import { fromFeesColumn } from '../../server/db/fees-column.ts'
import type { Row, Tables } from '../../server/db/tables.ts'
import { insertPhotos } from '../../server/features/cars/car-photos.repository.ts'
import { formatCarRowName } from '../../server/features/cars/car.row.ts'
import { insertRows } from '../../server/features/imports/import-rows.repository.ts'
import { insertImport } from '../../server/features/imports/import.repository.ts'
import { insertUpload } from '../../server/core/images/upload.repository.ts'
import { createIdToken } from './identity.ts'

export interface Person {
  id: string
  uid: string
  email: string
  token: string
  /** A Firebase ID token that identifies the user. */
  idToken: string
}

/** Writes a user and a session directly to the database, for tests that start after sign-in. */
export async function buildPerson(ctx: Context, fields: Partial<Row<'users'>> = {}): Promise<Person> {
  const id = newId()
  const now = ctx.now()
  const user: Insertable<Tables['users']> = {
    id,
    uid: `uid-${id}`,
    email: `${id.toLowerCase().replace(/[^a-z0-9]/g, '')}@people.test`,
    email_verified: 1,
    email_at: null,
    full_name: 'Robin Vale',
    photo_url: '/art/avatar.svg',
    account: 'buyer',
    account_chosen: 1,
    saved_at: now.toISOString(),
    role: 'user',
    verified: 0,
    created_at: now.toISOString(),
    deleted_at: null,
    ...fields,
  }
  await ctx.db.insertInto('users').values(user).execute()
  return {
    id: user.id,
    uid: user.uid,
    email: user.email,
    token: await buildSession(ctx, user),
    idToken: createIdToken({ uid: user.uid, email: user.email }),
  }
}

/**
 * Creates a session for a user.
 * @returns the session's token, valid for twelve hours
 */
export async function buildSession(ctx: Context, { id, uid }: Pick<Person, 'id' | 'uid'>): Promise<string> {
  const now = ctx.now()
  const sessionId = newId()
  const expiresAt = new Date(now.getTime() + 12 * 3600 * 1000)
  await ctx.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      client: 'web',
      user_agent: 'test',
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
      revoked_at: null,
    })
    .execute()
  return ctx.tokens.sign({ uid, sessionId, expiresAt }, now)
}

/** A car's columns, and its photos in order. */
export type CarOverrides = Partial<Row<'cars'>> & { images?: readonly string[] }

export async function buildCar(
  ctx: Context,
  sellerId: string,
  { images = [], ...fields }: CarOverrides = {},
): Promise<string> {
  const resell = fields.resell_price ?? '24,900'
  // Nullable columns from later migrations are omitted, because some tests insert into an older schema.
  const car: Insertable<Tables['cars']> = {
    id: newId(),
    seller_id: sellerId,
    category_name: 'Audi',
    model_name: 'A4 Avant 40 TFSI',
    model: extractModel(fields.category_name ?? 'Audi', fields.model_name ?? 'A4 Avant 40 TFSI'),
    description: 'One owner, full service book.',
    location: 'Portland',
    contact: '555-0100',
    usage_time: '3 years',
    original_price: '41,000',
    resell_price: resell,
    original_price_minor: 4_100_000,
    price_minor: parsePrice(resell),
    mileage_unit: 'mi',
    ...pickFacts({
      year: 2021,
      mileage: 38_000,
      fuel: 'Petrol',
      body: 'wagon',
      transmission: 'Automatic',
      condition: 'Good',
    }),
    vin: null,
    stock_no: null,
    cleared_vin: null,
    held_vin: null,
    state: 'instock',
    featured_at: null,
    posted_at: ctx.now().toISOString(),
    listed_at: fields.posted_at ?? ctx.now().toISOString(),
    version: 1,
    hidden_at: null,
    elsewhere_price_minor: null,
    elsewhere_on: null,
    elsewhere_note: '',
    no_vin_reason: '',
    idempotency_key: null,
    idempotency_digest: null,
    ...fields,
  }
  await ctx.db.insertInto('cars').values(car).execute()
  await insertPhotos(ctx.db, car.id, images)
  return car.id
}

/**
 * Builds an import with a parsed spreadsheet: one row would change the car, and another has an error.
 * @returns the import's ID
 */
export async function buildImport(
  ctx: Context,
  userId: string,
  carId: string | null = null,
  fields: Partial<Row<'imports'>> = {},
): Promise<string> {
  const id = newId()
  const columns = [
    { column: 0, header: 'stock', field: 'stockNo', by: 'name', samples: ['1001'] },
    { column: 1, header: 'where', field: null, by: null, samples: ['Boise'] },
  ]
  await insertImport(ctx.db, { id, userId, fileName: 'cars.csv' }, ctx.now())
  await ctx.db
    .updateTable('imports')
    .set({ state: 'ready', columns: JSON.stringify(columns), done: 2, total: 2, ...fields })
    .where('id', '=', id)
    .execute()
  const rowError = { column: 'stock', value: '', message: 'Nothing is here.', fix: 'Enter it.' }
  const nothing = {
    sheet: null,
    carId: null,
    version: null,
    plannedFields: {},
    errors: [],
    warnings: [],
    cells: ['', 'Boise'],
    decoded: [],
    isSold: false,
  }
  await insertRows(ctx.db, id, [
    {
      ...nothing,
      place: 1,
      line: 2,
      action: carId ? 'update' : 'unchanged',
      carId,
      version: 1,
      plannedFields: {},
    },
    { ...nothing, place: 2, line: 3, action: 'error', errors: [rowError] },
  ])
  return id
}

/**
 * Builds a photo that the user has uploaded but not yet added to a car.
 * @returns the photo's path
 */
export async function buildUpload(ctx: Context, userId: string, look: string | null = null): Promise<string> {
  const url = `/images/${newId()}.webp`
  const image = { hash: newId(), url, thumbUrl: url, mediumUrl: url, width: 12, height: 8, bytes: 96, look }
  const expiresAt = new Date(ctx.now().getTime() + 600_000)
  await insertUpload(ctx.db, { image, userId, expiresAt }, ctx.now())
  return url
}

/** Records that two cars have the same photo. */
export async function buildPhotoMatch(
  ctx: Context,
  cars: readonly [string, string],
  url = '',
): Promise<void> {
  const [one, other] = cars.map((carId) => ({ carId, url, sellerId: '' })) as [CarPhoto, CarPhoto]
  await insertMatch(ctx.db, [one, other], ctx.now())
}

/**
 * Builds a new seller's cars, from Model 1 to the newest, which comes first in lists. Their listing times are
 * one minute apart.
 */
export async function buildCars(
  ctx: Context,
  count: number,
  fieldsOf: (number: number) => CarOverrides = () => ({}),
): Promise<{ seller: Person; ids: string[] }> {
  const seller = await buildPerson(ctx, { full_name: 'Sam Seller', account: 'seller' })
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const posted_at = new Date(ctx.now().getTime() - (count - number) * 60_000).toISOString()
    ids.push(
      await buildCar(ctx, seller.id, { model_name: `Model ${number}`, posted_at, ...fieldsOf(number) }),
    )
  }
  return { seller, ids }
}

export async function buildPurchase(
  ctx: Context,
  buyerId: string,
  carId: string,
  fields: Partial<Row<'purchases'>> = {},
): Promise<string> {
  const car = await ctx.db.selectFrom('cars').selectAll().where('id', '=', carId).executeTakeFirstOrThrow()
  const purchase: Insertable<Tables['purchases']> & { id: string } = {
    id: newId(),
    buyer_id: buyerId,
    seller_id: car.seller_id,
    car_id: carId,
    buyer_name: 'Robin Vale',
    buyer_contact: '555-0111',
    meeting_place: 'Station car park',
    car_model_name: car.model_name,
    car_name: formatCarRowName(car),
    price_text: formatSellingPrice(car.resell_price, car.all_in_minor, fromFeesColumn(car.fees ?? '[]')),
    price_minor: car.all_in_minor ?? car.price_minor,
    fees: car.fees,
    created_ms: ctx.now().getTime(),
    state: 'unpaid',
    hidden_at: null,
    ...fields,
  }
  await ctx.db.insertInto('purchases').values(purchase).execute()
  return purchase.id
}

/** Builds a sale that the database records as paid, although Stripe has no such payment. */
export async function buildPayment(ctx: Context, purchaseId: string, fields: Partial<Row<'payments'>> = {}) {
  const purchase = await ctx.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const payment: Row<'payments'> = {
    id: newId(),
    attempt_id: null,
    purchase_id: purchase.id,
    car_id: purchase.car_id,
    buyer_id: purchase.buyer_id,
    seller_id: purchase.seller_id,
    intent_id: `pi_${newId().replace(/\W/g, '')}`,
    amount: purchase.price_minor ?? 0,
    currency: 'usd',
    price_text: purchase.price_text,
    car_model_name: purchase.car_model_name,
    car_name: purchase.car_name,
    paid_at: ctx.now().toISOString(),
    other_amount: 0,
    is_deposit: 0,
    is_sale: 1,
    state: 'paid',
    refunded_amount: 0,
    refund_id: null,
    refund_reason: null,
    refunded_at: null,
    ...fields,
  }
  await ctx.db.insertInto('payments').values(payment).execute()
  return payment
}

/** Builds the deal of a paid purchase, with its payment and the first entries of the books. */
export async function buildDeal(ctx: Context, purchaseId: string, fields: Partial<Row<'payments'>> = {}) {
  const payment = await buildPayment(ctx, purchaseId, fields)
  const purchase = (await findPurchase(ctx.db, purchaseId))!
  const charge = { id: `ch_${newId().replace(/\W/g, '')}`, fee: null }
  await bookCharge(ctx.db, toPayment(payment), ctx.now())
  await openDeal(ctx.db, ctx.now(), { payment: toPayment(payment), purchase, charge })
  return payment
}

export async function buildReview(ctx: Context, authorId: string, fields: Partial<Row<'reviews'>> = {}) {
  const id = newId()
  await ctx.db
    .insertInto('reviews')
    .values({
      id,
      author_id: authorId,
      half_stars: 9,
      text: 'Straight answers, fair price.',
      created_at: ctx.now().toISOString(),
      deleted_at: null,
      purchase_id: null,
      car_name: null,
      idempotency_key: null,
      idempotency_digest: null,
      ...fields,
    })
    .execute()
  return id
}

export async function buildReport(ctx: Context, reporterId: string, carId: string) {
  const id = newId()
  const car = await ctx.db.selectFrom('cars').selectAll().where('id', '=', carId).executeTakeFirstOrThrow()
  const snapshot = {
    _id: carId,
    modelName: car.model_name,
    carName: formatCarRowName(car),
    resellPrice: car.resell_price,
    sellerEmail: '',
    paid: false,
    carID: carId,
    image_url: '',
  }
  await ctx.db
    .insertInto('reports')
    .values({
      id,
      reporter_id: reporterId,
      car_id: carId,
      seller_id: car.seller_id,
      item_id: carId,
      snapshot: JSON.stringify(snapshot),
      reason: 'wrong price',
      note: '',
      state: 'open',
      outcome: '',
      created_at: ctx.now().toISOString(),
      deleted_at: null,
    })
    .execute()
  return id
}

export async function buildSubscriber(ctx: Context, fields: Partial<Row<'subscribers'>> = {}) {
  const token = newId()
  const timestamp = ctx.now().toISOString()
  const subscriber = {
    token,
    email: `${token.toLowerCase().replace(/[^a-z0-9]/g, '')}@people.test`,
    created_at: timestamp,
    asked_at: timestamp,
    asked_count: 1,
    confirmed_at: timestamp,
    ...fields,
  }
  await ctx.db.insertInto('subscribers').values(subscriber).execute()
  return subscriber
}

export async function buildSearch(
  ctx: Context,
  userId: string,
  fields: Partial<Row<'saved_searches'>> = {},
): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('saved_searches')
    .values({
      id,
      user_id: userId,
      name: 'Teslas',
      query: 'brand=Tesla',
      every: 'immediately',
      token: newId(),
      created_at: ctx.now().toISOString(),
      stopped_at: null,
      deleted_at: null,
      results: '[]',
      ...fields,
    })
    .execute()
  return id
}

export async function buildIssue(
  ctx: Context,
  authorId: string,
  fields: Partial<Row<'newsletter_issues'>> = {},
): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('newsletter_issues')
    .values({
      id,
      author_id: authorId,
      subject: 'October at Kerblight',
      text: 'New on the lot.',
      changed_at: ctx.now().toISOString(),
      ...(fields.state && fields.state !== 'draft' && { started_at: ctx.now().toISOString() }),
      ...fields,
    })
    .execute()
  return id
}

/** Builds a hold that has just expired without a payment. Its buyer is a new user. */
export async function buildEmptyHold(ctx: Context, carId: string): Promise<void> {
  const { id: buyerId } = await buildPerson(ctx)
  const end = ctx.now()
  const start = new Date(end.getTime() - ctx.config.reservationSeconds * 1000)
  const attempt: Row<'attempts'> = {
    id: newId(),
    purchase_id: await buildPurchase(ctx, buyerId, carId),
    car_id: carId,
    buyer_id: buyerId,
    intent_id: `pi_${newId().replace(/\W/g, '')}`,
    client_secret: null,
    is_deposit: 0,
    amount: 2_490_000,
    currency: 'usd',
    state: 'cancelled',
    cancel_reason: 'expired',
    cancelled_by: null,
    held_until: end.toISOString(),
    created_at: start.toISOString(),
    active_at: end.toISOString(),
  }
  await ctx.db.insertInto('attempts').values(attempt).execute()
}

/**
 * Builds a make without cars.
 * @returns its name
 */
export async function buildMake(ctx: Context, fields: Partial<Row<'categories'>> = {}): Promise<string> {
  const name = fields.name ?? `Make ${newId().slice(0, 8)}`
  await ctx.db
    .insertInto('categories')
    .values({ name, brand_image: '', position: 5000, listed_count: 0, shown: 'with-cars', ...fields })
    .execute()
  return name
}
