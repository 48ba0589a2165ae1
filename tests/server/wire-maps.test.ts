import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { auditEntry } from '../../contract/audit.ts'
import { carChange, changedCar, changeSet, longRevert } from '../../contract/car-changes.ts'
import { car, category } from '../../contract/cars.ts'
import { feed, feedCar } from '../../contract/feeds.ts'
import { hold } from '../../contract/holds.ts'
import { uploadAnswer } from '../../contract/images.ts'
import { carImport, importRow, importStarted, importSummary } from '../../contract/imports.ts'
import { message } from '../../contract/messages.ts'
import { issue, issueSummary } from '../../contract/newsletter.ts'
import { intentAnswer, payment } from '../../contract/payments.ts'
import { namedCar } from '../../contract/photos.ts'
import { purchase, sale } from '../../contract/purchases.ts'
import { report } from '../../contract/reports.ts'
import { review } from '../../contract/reviews.ts'
import { me, session, user } from '../../contract/users.ts'
import type { Actor } from '../../server/actor.ts'
import { loadConfig } from '../../server/config.ts'
import type { AuditEntry } from '../../server/features/audit/audit.repository.ts'
import { toWireAuditEntry } from '../../server/features/audit/audit.wire.ts'
import type { Car } from '../../server/features/cars/car.ts'
import { toWireCar } from '../../server/features/cars/car.wire.ts'
import type { Category } from '../../server/features/categories/category.repository.ts'
import type { Change } from '../../server/features/changes/change.ts'
import type { ChangeSet } from '../../server/features/changes/change.repository.ts'
import {
  toWireCarChange,
  toWireChangedCar,
  toWireChangeSet,
  toWirePublicChange,
  toWireRevert,
} from '../../server/features/changes/changes.wire.ts'
import { toWireCategory, toWireManagedCategory } from '../../server/features/categories/category.wire.ts'
import type { LongRevert } from '../../server/features/undo/long-revert.repository.ts'
import type { NamedCar } from '../../server/features/feeds/feed-cars.repository.ts'
import type { Feed } from '../../server/features/feeds/feed.repository.ts'
import { toWireFeed, toWireFeedCar, type FeedFigures } from '../../server/features/feeds/feed.wire.ts'
import type { Hold } from '../../server/features/holds/hold.repository.ts'
import { toWireHold } from '../../server/features/holds/hold.wire.ts'
import type { CarImport } from '../../server/features/imports/import.repository.ts'
import type { ShownRow } from '../../server/features/imports/shown-row.ts'
import {
  toWireImport,
  toWireRow,
  toWireSummary,
  toWireStarted,
  type ImportFigures,
} from '../../server/features/imports/import.wire.ts'
import { toWireUpload } from '../../server/features/images/upload.wire.ts'
import type { Message } from '../../server/features/messages/message.repository.ts'
import { toWireMessage } from '../../server/features/messages/message.wire.ts'
import type { Issue } from '../../server/features/newsletter/issue.repository.ts'
import { toWireIssue, toWireIssueSummary } from '../../server/features/newsletter/issue.wire.ts'
import { toWireIntent, toWirePayment } from '../../server/features/payments/payment.wire.ts'
import { toWireNamedCar } from '../../server/features/photos/photo.wire.ts'
import { toWirePurchase, toWireSale } from '../../server/features/purchases/purchase.wire.ts'
import type { Report } from '../../server/features/reports/report.repository.ts'
import { toWireReport } from '../../server/features/reports/report.wire.ts'
import type { Review } from '../../server/features/reviews/review.repository.ts'
import { toWireReview } from '../../server/features/reviews/review.wire.ts'
import type { Session } from '../../server/features/sessions/session.repository.ts'
import { toWireSession } from '../../server/features/sessions/session.wire.ts'
import type { User } from '../../server/features/users/user.repository.ts'
import { toWireMe, toWireUser } from '../../server/features/users/user.wire.ts'
import type { StoredImage } from '../../server/gateways/images/images.ts'
import type { Attempt } from '../../server/sale/records/attempt.repository.ts'
import type { PaymentDetails } from '../../server/sale/records/payment-lists.repository.ts'
import type { ListedPurchase } from '../../server/sale/records/purchase-lists.repository.ts'

const root = join(import.meta.dirname, '..', '..')
const config = loadConfig({})
const now = new Date('2026-11-20T10:00:00Z')
const at = now.toISOString()

const anImport: CarImport = {
  id: 'import-1',
  userId: 'seller-1',
  fileName: 'cars.csv',
  createdAt: at,
  state: 'applying',
  columns: [{ column: 0, header: 'stock', field: 'stockNo', by: 'name', samples: ['1'] }],
  values: [{ field: 'fuel', value: 'EV', becomes: 'Electric', count: 2 }],
  message: 'A message.',
  note: 'A note.',
  missing: 'leave',
  applyingAt: at,
  beganAt: at,
  progressAt: at,
  pictureHosts: [{ host: 'photos.example.com', photos: 2, allowed: true }],
  failedHosts: [],
  questions: { sold: { rows: 2 }, mileageUnit: { rows: 2 } },
  encoding: null,
  sold: 'skip',
  mileageUnit: 'km',
  done: 1,
  total: 2,
  changeSet: 7,
}

const figures: ImportFigures = {
  counts: { create: 1, update: 1, unchanged: 0, held: 0, error: 1, 'off-lot': 1 },
  warnings: 1,
  missing: 2,
  onLot: 9,
  lastUnit: 'km',
  secondsLeft: 3,
}

const aRow: ShownRow = {
  place: 1,
  line: 2,
  sheet: null,
  action: 'update',
  carId: 'car-1',
  version: 1,
  said: { priceText: '9,000', fuel: 'Electric' },
  errors: [{ column: 'vin', value: 'X', message: 'Reason.', fix: 'Fix.' }],
  warnings: [],
  cells: ['1'],
  decoded: [],
  isSold: false,
  name: 'Audi A4 Avant',
  stockNo: '10001',
  vin: '',
  before: null,
}

const aFeed: Feed = {
  id: 'feed-1',
  sellerId: 'seller-1',
  kind: 'google',
  secret: 'nobody-knows',
  createdAt: at,
  fetchedAt: at,
  fetchedCars: 3,
  checkedChange: 7,
  checkedSeller: '{}',
}

const feedFigures: FeedFigures = {
  counts: { in: 1, warned: 1, out: 1 },
  url: 'https://kerblight.test/api/feed-files/nobody-knows.csv',
  isSilent: false,
}

const aFeedCar: NamedCar = {
  id: 'car-1',
  name: '2021 Audi A4 Avant',
  image: '/a.webp',
  status: 'out',
  reasons: [{ field: 'vin', leavesOut: true, message: 'Google needs the VIN.', fix: 'Enter the VIN.' }],
}

const aCar: Car = {
  id: 'car-1',
  make: 'Audi',
  modelName: 'A4 Avant',
  model: 'A4',
  description: 'One owner.',
  location: 'Portland',
  sellerContact: '555-0100',
  usageTime: '3 years',
  originalPriceText: '41,000',
  originalPriceMinor: 4_100_000,
  priceText: '24,900',
  priceMinor: 2_490_000,
  priceChange: { previousMinor: 2_690_000, at },
  year: 2021,
  mileage: 38_000,
  mileageUnit: 'mi',
  vin: '1FADP5BU5DL500000',
  stockNo: '10001',
  fuel: 'Petrol',
  body: 'wagon',
  transmission: 'Automatic',
  drive: 'front',
  color: 'Black',
  interiorColor: 'Beige',
  doors: 5,
  seats: 5,
  engineCc: 1984,
  powerKw: 150,
  owners: 1,
  trim: 'S line',
  engine: '40 TFSI',
  registration: 'ABC 123',
  condition: 'Good',
  images: ['/a.webp', '/b.webp'],
  sellerId: 'user-1',
  sellerName: 'Sam Seller',
  sellerEmail: 'sam@people.test',
  isSellerEmailVerified: true,
  isSellerVerified: true,
  state: 'instock',
  isFeatured: true,
  isHidden: false,
  isVinCleared: false,
  heldVin: null,
  postedAt: at,
  isListedBefore: true,
  soldElsewhere: { priceMinor: 2_300_000, date: '2026-11-19', note: 'Cash' },
  noVinReason: 'Before 1981',
  coverFocus: '50 65',
  version: 1,
}

const aUser: User = {
  id: 'user-1',
  uid: 'uid-1',
  email: 'sam@people.test',
  isEmailVerified: true,
  emailAt: at,
  fullName: 'Sam Seller',
  photoURL: '/photo.webp',
  account: 'seller',
  isAdmin: false,
  isVerified: true,
  createdAt: at,
  isDeleted: false,
}

const aPurchase: ListedPurchase = {
  id: 'purchase-1',
  buyerId: 'user-2',
  sellerId: 'user-1',
  carId: 'car-1',
  buyerName: 'Bea Buyer',
  buyerContact: '555-0111',
  meetingPlace: 'Station',
  carModelName: 'A4 Avant',
  carName: '2021 Audi A4 Avant',
  priceText: '24,900',
  priceMinor: 2_490_000,
  createdMs: now.getTime(),
  state: 'paid',
  carState: 'sold',
  carPriceMinor: 2_490_000,
  carPriceChange: { previousMinor: 2_690_000, at },
  carImage: '/a.webp',
  carMileage: 38_000,
  carMileageUnit: 'mi',
  carFuel: 'Petrol',
  buyerEmail: 'bea@people.test',
  isBuyerEmailVerified: true,
  buyerPhotoURL: '/bea.webp',
  sellerName: 'Sam Seller',
  sellerContact: '555-0100',
  sellerEmail: 'sam@people.test',
  isSellerEmailVerified: true,
  heldUntil: at,
  intentId: 'pi_1',
  paidAt: at,
  refundState: 'none',
  refundedAmount: 0,
  reviewId: 'review-1',
}

const aPayment: PaymentDetails = {
  id: 'payment-1',
  attemptId: 'attempt-1',
  purchaseId: 'purchase-1',
  carId: 'car-1',
  buyerId: 'user-2',
  sellerId: 'user-1',
  intentId: 'pi_1',
  amount: 2_490_000,
  currency: 'usd',
  priceText: '24,900',
  carModelName: 'A4 Avant',
  carName: '2021 Audi A4 Avant',
  paidAt: at,
  isSale: true,
  state: 'refunded',
  refundedAmount: 2_490_000,
  refundId: 're_1',
  refundReason: 'Changed their mind',
  buyerEmail: 'bea@people.test',
  sellerEmail: 'sam@people.test',
}

const anAttempt: Attempt = {
  id: 'attempt-1',
  purchaseId: 'purchase-1',
  carId: 'car-1',
  buyerId: 'user-2',
  intentId: 'pi_1',
  clientSecret: 'pi_1_secret',
  amount: 2_490_000,
  currency: 'usd',
  state: 'open',
  cancelReason: null,
  cancelledBy: null,
  heldUntil: at,
}

const aReport: Report = {
  id: 'report-1',
  item: {
    id: 'car-1',
    carId: 'car-1',
    modelName: 'A4 Avant',
    carName: '2021 Audi A4 Avant',
    priceText: '24,900',
    imageUrl: '/a.webp',
    sellerEmail: 'sam@people.test',
    isSellerEmailVerified: true,
    isSold: true,
  },
  reporterEmail: 'bea@people.test',
  reporterName: 'Bea Buyer',
  reason: 'scam',
  note: 'Asked for a deposit.',
  state: 'open',
  outcome: '',
  createdAt: at,
  unpaidPurchaseId: 'purchase-1',
}

const aReview: Review = {
  id: 'review-1',
  authorId: 'user-2',
  authorName: 'Bea Buyer',
  authorPhotoURL: '/bea.webp',
  authorEmail: 'bea@people.test',
  rating: 4.5,
  text: 'Straight answers.',
  createdAt: at,
  carName: '2021 Audi A4 Avant',
  isDeleted: false,
}

const anIssue: Issue = {
  reached: 2,
  id: 'issue-1',
  subject: 'November',
  text: '# New cars',
  version: 2,
  state: 'sent',
  changedAt: at,
  startedAt: at,
  finishedAt: at,
  recipients: 3,
  sent: 2,
  failed: 1,
}

const aCategory: Category = { name: 'Audi', imageUrl: '/audi.svg', listedCount: 3, shown: 'always' }
const aMessage: Message = {
  id: 'm',
  kind: 'sold',
  subject: 's',
  body: 'b',
  link: '/',
  createdAt: at,
  isRead: true,
}
const aSession: Session = { id: 's', client: 'web', userAgent: 'test', createdAt: at, lastSeenAt: at }
const anEntry: AuditEntry = {
  id: 'entry-1',
  at,
  actorEmail: 'ada@people.test',
  action: 'edit-car',
  target: 'car-1',
  subject: '2021 Audi A4 Avant',
  detail: '{}',
}
const aHold: Hold = {
  id: 'attempt-1',
  carId: 'car-1',
  carName: '2021 Audi A4 Avant',
  buyerName: 'Bea Buyer',
  buyerEmail: 'bea@people.test',
  isBuyerEmailVerified: true,
  amount: 2_490_000,
  since: at,
  until: at,
  isStarting: false,
}
const anImage: StoredImage = {
  hash: 'abc',
  url: '/full.webp',
  mediumUrl: '/medium.webp',
  thumbUrl: '/thumb.webp',
  width: 800,
  height: 600,
  bytes: 1234,
}

const anAdmin: Actor = {
  id: 'admin-1',
  uid: 'uid-1',
  sessionId: 'session-1',
  email: 'ada@people.test',
  isEmailVerified: true,
  fullName: 'Ada Admin',
  photoURL: '/ada.webp',
  isAdmin: true,
  isSeller: false,
  isVerified: false,
}
const aRevert: LongRevert = {
  id: 'revert-1',
  userId: 'person-1',
  createdAt: at,
  set: 7,
  state: 'reverted',
  isUndoAsked: false,
  after: 'car-1',
  done: 1200,
  total: 1200,
  reverted: 1199,
  stayed: [],
  stayedCount: 0,
  ownSet: 8,
  undoSet: null,
  message: 'Some cars stayed.',
}
const aSet: ChangeSet = {
  id: 7,
  kind: 'edit',
  at,
  count: 1,
  reverts: null,
  by: { id: 'admin-1', name: 'Ada Admin', isAdmin: true },
  first: { carId: 'car-1', carName: '2021 Audi A4' },
  fields: ['location'],
  reverted: { count: 0, at: null },
}
const aChange: Change = {
  id: 1,
  carId: 'car-1',
  at,
  version: 2,
  field: 'location',
  before: 'Portland',
  after: 'Salem',
  set: aSet,
  by: aSet.by,
}

interface WireMap {
  schema: z.ZodType
  /** What it makes of a whole one, for each reader; `withMore` adds to that what no client may see. */
  answers: (withMore: <T extends object>(domain: T) => T) => unknown[]
}

const maps: Record<string, WireMap> = {
  toWireAuditEntry: { schema: auditEntry, answers: (more) => [toWireAuditEntry(more(anEntry))] },
  toWireCar: {
    schema: car,
    answers: (more) =>
      (['stranger', 'member', 'editor'] as const).map((reader) => toWireCar(more(aCar), reader, config)),
  },
  toWireCarChange: {
    schema: carChange,
    answers: (more) =>
      [anAdmin, { ...anAdmin, isAdmin: false }].map((actor) =>
        toWireCarChange(more(aChange), { actor, now, sellerId: 'seller-1', stands: () => true }, config),
      ),
  },
  toWirePublicChange: {
    schema: carChange,
    answers: (more) => [
      toWirePublicChange(more({ at, field: 'listed' as const, before: null, after: '24,900' })),
    ],
  },
  toWireChangedCar: {
    schema: changedCar,
    answers: (more) => [toWireChangedCar({ car: more(aCar), changes: [more(aChange)] }, config)],
  },
  toWireChangeSet: { schema: changeSet, answers: (more) => [toWireChangeSet(more(aSet), anAdmin, now)] },
  toWireCategory: { schema: category, answers: (more) => [toWireCategory(more(aCategory), config)] },
  toWireManagedCategory: {
    schema: category,
    answers: (more) => [toWireManagedCategory(more(aCategory), 3, config)],
  },
  toWireFeed: { schema: feed, answers: (more) => [toWireFeed([more(aFeed), more(feedFigures)])] },
  toWireFeedCar: { schema: feedCar, answers: (more) => [toWireFeedCar(more(aFeedCar), config)] },
  toWireHold: { schema: hold, answers: (more) => [toWireHold(more(aHold), now)] },
  toWireImport: { schema: carImport, answers: (more) => [toWireImport(more(anImport), more(figures))] },
  toWireIntent: { schema: intentAnswer, answers: (more) => [toWireIntent(more(anAttempt), 'secret')] },
  toWireIssue: { schema: issue, answers: (more) => [toWireIssue(more(anIssue), 1)] },
  toWireIssueSummary: { schema: issueSummary, answers: (more) => [toWireIssueSummary(more(anIssue))] },
  toWireMe: { schema: me, answers: (more) => [toWireMe(more(aUser), config)] },
  toWireMessage: { schema: message, answers: (more) => [toWireMessage(more(aMessage))] },
  toWireNamedCar: {
    schema: namedCar,
    answers: (more) => [toWireNamedCar({ name: '1001', car: more(aCar) })],
  },
  toWirePayment: { schema: payment, answers: (more) => [toWirePayment(more(aPayment))] },
  toWirePurchase: {
    schema: purchase,
    answers: (more) => [true, false].map((isAdmin) => toWirePurchase(more(aPurchase), { isAdmin }, config)),
  },
  toWireReport: { schema: report, answers: (more) => [toWireReport(more(aReport), config)] },
  toWireReview: {
    schema: review,
    answers: (more) =>
      (['anyone', 'author'] as const).map((reader) => toWireReview(more(aReview), reader, config)),
  },
  toWireRevert: {
    schema: longRevert,
    answers: (more) => [true, false].map((isUndoable) => toWireRevert(more(aRevert), isUndoable)),
  },
  toWireRow: { schema: importRow, answers: (more) => [toWireRow(more(aRow))] },
  toWireSale: { schema: sale, answers: (more) => [toWireSale(more(aPurchase), config)] },
  toWireSession: { schema: session, answers: (more) => [toWireSession(more(aSession), 'another')] },
  toWireStarted: { schema: importStarted, answers: () => [toWireStarted('import-1')] },
  toWireSummary: {
    schema: importSummary,
    answers: (more) => [toWireSummary(more(anImport), more(figures.counts))],
  },
  toWireUpload: {
    schema: uploadAnswer,
    answers: (more) => [toWireUpload(more(anImage), more({ id: 'upload-1', expiration: 600 }), config)],
  },
  toWireUser: { schema: user, answers: (more) => [toWireUser(more(aUser), config)] },
}

it('looks at every wire map there is', async () => {
  const files = globSync('server/**/*.wire.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>))
  const there = modules.flatMap((module) => Object.keys(module)).filter((name) => name.startsWith('toWire'))
  expect(Object.keys(maps).sort()).toEqual(there.sort())
})

describe.each(Object.entries(maps))('%s', (_name, { schema, answers }) => {
  it('lets out what the contract names', () => {
    for (const answer of answers((domain) => domain)) expect(answer).toEqual(schema.parse(answer))
  })

  it('lets nothing out that it was not told to', () => {
    expect(answers(withSecrets)).toEqual(answers((domain) => domain))
  })
})

/** A column that somebody adds, as a repository might pass it on: in the thing itself, and in every part of it. */
function withSecrets<T extends object>(domain: T): T {
  if (Array.isArray(domain)) return domain
  const parts = Object.entries(domain).map(([name, part]) => [name, isPart(part) ? withSecrets(part) : part])
  return { ...(Object.fromEntries(parts) as T), secret: 'not for clients', secret_column: 1 }
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
