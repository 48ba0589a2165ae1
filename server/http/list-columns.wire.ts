import { dealStateLabels } from '../../contract/deal-life.ts'
import { disputeStateLabels } from '../../contract/disputes.ts'
import { payoutStateLabels } from '../../contract/payouts.ts'
import { auditActions } from '../../contract/audit.ts'
import { carColumns } from '../../contract/cars/car-columns.ts'
import { buildCarName } from '../../contract/cars/car-name.ts'
import { formatChangeLines } from '../../contract/cars/change-values.ts'
import { changeKindLabels, getFieldLabel } from '../../contract/cars/change-labels.ts'
import { formatDeviceName } from '../../contract/device-name.ts'
import type { EndpointOutput, ExportedList } from '../../contract/api/endpoints.ts'

import { feedNames, feedStatusLabels } from '../../contract/feed-names.ts'
import {
  holdStateLabels,
  importStateLabels,
  issueStateLabels,
  makeShownLabels,
  paymentStateLabels,
  reportStateLabels,
  rowActionLabels,
  saleStateLabels,
} from '../../contract/list-labels.ts'
import { parsePrice } from '../../contract/money.ts'
import { carStateLabels } from '../../contract/cars/car-state-labels.ts'
import { strings } from '../../contract/strings.ts'
import type { Cell } from '../csv/write-workbook.ts'

type Columns<K extends ExportedList> = Readonly<
  Record<string, (row: EndpointOutput<K> extends (infer Row)[] ? Row : never) => Cell>
>

const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100)
const time = (ms: number): string => new Date(ms).toISOString()

const emailStatus = (isConfirmed: boolean): string => (isConfirmed ? 'Confirmed' : 'Unconfirmed')

const person = {
  [strings.columns.name]: ({ fullName }: { fullName: string }) => fullName,
  [strings.columns.email]: ({ email }: { email: string }) => email,
  'Email status': ({ emailVerified }: { emailVerified: boolean }) => emailStatus(emailVerified),
  Joined: ({ createdAt }: { createdAt: string }) => createdAt,
}

const badge = {
  Verified: ({ verified }: { verified: boolean }) => (verified ? 'Verified' : 'Unverified'),
}

const review = {
  Rating: ({ rating }: { rating: number }) => rating,
  Review: ({ reviewText }: { reviewText: string }) => reviewText,
  Car: ({ carName: name }: { carName: string | null }) => name,
  By: ({ reviewerName }: { reviewerName: string }) => reviewerName,
  Written: ({ createdAt }: { createdAt: string }) => createdAt,
}

const errorLines = (rowErrors: readonly { column: string; message: string }[]): string =>
  rowErrors.map(({ column, message }) => [column, message].filter(Boolean).join(': ')).join('\n')

/**
 * The columns of each list's exported file, named as on the screen. They contain only data that the reader
 * also sees there.
 */
export const listColumns: { [K in ExportedList]: Columns<K> } = {
  listPurchases: {
    [strings.columns.modelName]: ({ carName: name }) => name,
    [strings.columns.price]: ({ priceMinor }) => dollars(priceMinor),
    [strings.columns.paymentStatus]: ({ state }) => saleStateLabels[state],
    [strings.columns.name]: ({ buyerName }) => buyerName,
    [strings.columns.email]: ({ buyerEmail }) => buyerEmail,
    'Meeting place': ({ meetingPlace }) => meetingPlace,
    Added: ({ purchaseTime }) => time(purchaseTime),
    'Paid on': ({ paidAt }) => paidAt,
    'Transaction ID': ({ transactionID }) => transactionID,
    Seller: ({ sellerName }) => sellerName,
  },
  listSales: {
    [strings.columns.modelName]: ({ carName: name }) => name,
    [strings.columns.price]: ({ priceMinor }) => dollars(priceMinor),
    'You get': ({ payoutMinor }) => dollars(payoutMinor),
    Buyer: ({ buyerName }) => buyerName,
    'Buyer phone': ({ buyerContact }) => buyerContact,
    'Buyer email': ({ buyerEmail }) => buyerEmail,
    'Meeting place': ({ meetingPlace }) => meetingPlace,
    Status: ({ state }) => saleStateLabels[state],
    Added: ({ purchaseTime }) => time(purchaseTime),
    'Paid on': ({ paidAt }) => paidAt,
  },
  listDeals: {
    Car: ({ carName: name }) => name,
    Status: ({ state }) => dealStateLabels[state],
    Paid: ({ amount }) => dollars(amount),
    Refunded: ({ refundedMinor }) => dollars(refundedMinor),
    Buyer: ({ buyerName }) => buyerName,
    Seller: ({ sellerName }) => sellerName,
    'Paid on': ({ paidAt }) => paidAt,
    Handover: ({ handoverAt }) => handoverAt,
    'Purchase ID': ({ purchaseID }) => purchaseID,
  },
  listPayouts: {
    Car: ({ carName: name }) => name,
    Seller: ({ sellerName }) => sellerName,
    'Paid by the buyer': ({ paidMinor }) => dollars(paidMinor),
    Fee: ({ feeMinor }) => dollars(feeMinor),
    'Debt deducted': ({ debtMinor }) => dollars(debtMinor),
    Payout: ({ amount }) => dollars(amount),
    'Taken back': ({ reversedMinor }) => dollars(reversedMinor),
    Status: ({ state }) => payoutStateLabels[state],
    'Transfer ID': ({ transferID }) => transferID,
    Created: ({ createdAt }) => createdAt,
    Sent: ({ sentAt }) => sentAt,
  },
  listDisputes: {
    Car: ({ carName: name }) => name,
    Amount: ({ amount }) => dollars(amount),
    Reason: ({ reason }) => reason,
    Status: ({ state }) => disputeStateLabels[state],
    Buyer: ({ buyerName }) => buyerName,
    Seller: ({ sellerName }) => sellerName,
    Opened: ({ openedAt }) => openedAt,
    Deadline: ({ dueBy }) => dueBy,
    Submitted: ({ submittedAt }) => submittedAt,
    'Dispute ID': ({ _id: id }) => id,
  },
  listAllCars: {
    [strings.columns.modelName]: buildCarName,
    [strings.columns.availability]: ({ available }) => carStateLabels[available],
    [strings.columns.resellPrice]: ({ priceMinor, resellPrice }) => dollars(priceMinor) ?? resellPrice,
    'All-in price': ({ allInMinor }) => dollars(allInMinor),
    Year: ({ year }) => year,
    Mileage: ({ mileage }) => mileage,
    'Mileage unit': ({ mileageUnit }) => mileageUnit,
    VIN: ({ vin }) => vin,
    'Stock number': ({ stockNo }) => stockNo,
    Location: ({ location }) => location,
    Photos: ({ images }) => images.length,
    'On lists': ({ onLists = 0 }) => onLists,
    Listed: ({ postedAt }) => postedAt,
    [strings.columns.sellerEmail]: ({ sellerEmail }) => sellerEmail,
    [strings.columns.sellerContact]: ({ selllerContact }) => selllerContact,
  },
  listUsers: {
    ...person,
    [strings.columns.account]: ({ account }) => account,
    [strings.columns.role]: ({ role }) => role,
    ...badge,
  },
  listBuyers: person,
  listSellers: { ...person, ...badge },
  listReports: {
    'Car model': ({ reportedItemInfo: { carName: name } }) => name,
    [strings.columns.price]: ({ reportedItemInfo: { resellPrice } }) =>
      dollars(parsePrice(resellPrice)) ?? resellPrice,
    'Seller email': ({ reportedItemInfo: { sellerEmail } }) => sellerEmail,
    Payment: ({ reportedItemInfo: { paid } }) => (paid ? strings.payment.paid : strings.payment.notPaid),
    Reason: ({ reason }) => reason,
    Note: ({ note }) => note,
    Status: ({ state }) => reportStateLabels[state],
    Decision: ({ outcome }) => outcome,
    Reporter: ({ reportedUserName }) => reportedUserName,
    'Reporter email': ({ reportedUserEmail }) => reportedUserEmail,
    Reported: ({ createdAt }) => createdAt,
  },
  listMyReports: {
    'Car model': ({ reportedItemInfo: { carName: name } }) => name,
    Payment: ({ reportedItemInfo: { paid } }) => (paid ? strings.payment.paid : strings.payment.notPaid),
    Reason: ({ reason }) => reason,
    Note: ({ note }) => note,
    Status: ({ state }) => reportStateLabels[state],
    Decision: ({ outcome }) => outcome,
    Reported: ({ createdAt }) => createdAt,
  },
  listChangeSets: {
    Change: ({ kind }) => changeKindLabels[kind],
    Fields: ({ fields }) => fields.map(getFieldLabel).join(', '),
    Car: ({ carName: name }) => name,
    Cars: ({ count }) => count,
    'Cars reverted since': ({ revertedCount }) => revertedCount,
    By: ({ by }) => by,
    When: ({ at }) => at,
  },
  listChangedCars: {
    Car: ({ carName: name }) => name,
    Status: ({ available }) => carStateLabels[available],
    'What changed': formatChangeLines,
  },
  listHolds: {
    [strings.columns.modelName]: ({ carName: name }) => name,
    Amount: ({ amount }) => dollars(amount),
    Buyer: ({ buyerName }) => buyerName,
    'Buyer email': ({ buyerEmail }) => buyerEmail,
    'Email status': ({ buyerEmailVerified }) => emailStatus(buyerEmailVerified),
    Since: ({ since }) => since,
    Until: ({ until }) => until,
    Status: ({ state }) => holdStateLabels[state],
  },
  listFeeds: {
    Feed: ({ kind }) => feedNames[kind],
    Made: ({ at }) => at,
    [feedStatusLabels.in]: ({ counts }) => counts.in,
    [feedStatusLabels.warned]: ({ counts }) => counts.warned,
    [feedStatusLabels.out]: ({ counts }) => counts.out,
    'Last fetched': ({ fetchedAt }) => fetchedAt,
    'Cars then': ({ fetchedCars }) => fetchedCars,
  },
  listFeedCars: {
    Car: ({ name }) => name,
    Status: ({ status }) => feedStatusLabels[status],
    Why: ({ reasons }) => reasons.map(({ message }) => message).join(' '),
    'To fix': ({ reasons }) => reasons.map(({ fix }) => fix).join(' '),
  },
  listPayments: {
    [strings.columns.modelName]: ({ carName: name }) => name,
    Amount: ({ amount }) => dollars(amount),
    'Buyer email': ({ buyerEmail }) => buyerEmail,
    'Seller email': ({ sellerEmail }) => sellerEmail,
    'Paid on': ({ paidAt }) => paidAt,
    Status: ({ state }) => paymentStateLabels[state],
    Refunded: ({ refundedAmount }) => dollars(refundedAmount),
    'Refund reason': ({ refundReason }) => refundReason,
    'Transaction ID': ({ transactionID }) => transactionID,
  },
  listAudit: {
    Action: ({ action }) => auditActions[action],
    By: ({ actorEmail }) => actorEmail,
    On: ({ subject, target }) => subject || target,
    Detail: ({ detail }) => detail,
    When: ({ at }) => at,
  },
  listMessages: {
    When: ({ createdAt }) => createdAt,
    LimitSubject: ({ subject }) => subject,
    Text: ({ body }) => body,
    Read: ({ read }) => (read ? 'Yes' : 'No'),
  },
  listImports: {
    File: ({ fileName }) => fileName,
    Status: ({ state }) => importStateLabels[state],
    [rowActionLabels.create]: ({ counts }) => counts.create,
    [rowActionLabels.update]: ({ counts }) => counts.update,
    [rowActionLabels.unchanged]: ({ counts }) => counts.unchanged,
    [rowActionLabels['off-lot']]: ({ offLot }) => offLot,
    [rowActionLabels.held]: ({ counts }) => counts.held,
    [rowActionLabels.error]: ({ counts }) => counts.error,
    Message: ({ message }) => message ?? null,
    When: ({ at }) => at,
  },
  listImportRows: {
    Line: ({ line }) => line,
    Result: ({ action }) => rowActionLabels[action],
    Car: ({ name }) => name,
    'Stock number': ({ stockNo }) => stockNo,
    VIN: ({ vin }) => vin,
    Why: ({ errors }) => errorLines(errors),
    'To fix': ({ errors }) => errors.map(({ fix }) => fix).join('\n'),
    Warnings: ({ warnings }) => errorLines(warnings),
    'What changes': ({ changes }) =>
      changes
        .map(
          ({ field, before = '', after }) =>
            `${carColumns[field].label}: ${before && `${before} → `}${after}`,
        )
        .join('\n'),
  },
  listCategories: {
    Make: ({ category_name: name }) => name,
    Shown: ({ shown }) => (shown ? makeShownLabels[shown] : null),
    'Listed cars': ({ count }) => count,
    'All cars': ({ used }) => used ?? null,
  },
  listIssues: {
    LimitSubject: ({ subject }) => subject,
    State: ({ state }) => issueStateLabels[state],
    Subscribers: ({ recipients }) => recipients,
    Sent: ({ sent }) => sent,
    Failed: ({ failed }) => failed,
    'Sent on': ({ startedAt }) => startedAt,
    'Last changed': ({ changedAt }) => changedAt,
  },
  listAllReviews: review,
  listMyReviews: review,
  listSessions: {
    Device: formatDeviceName,
    'This device': ({ current }) => (current ? 'Yes' : 'No'),
    'Signed in': ({ createdAt }) => createdAt,
    'Last seen': ({ lastSeenAt }) => lastSeenAt,
  },
}
