import type { MakeShown } from './cars/cars.ts'
import type { Hold } from './holds.ts'
import type { ImportState, RowAction } from './imports.ts'
import type { IssueState } from './newsletter.ts'
import type { Payment } from './payments.ts'
import type { Sale } from './purchases.ts'
import type { Report } from './reports.ts'
import { strings } from './strings.ts'

/** The display names of row states, on screens and in exported files. */
export const saleStateWords: Readonly<Record<Sale['state'], string>> = {
  unpaid: strings.payment.notPaid,
  paying: 'paying now',
  paid: strings.payment.paid,
  refunded: 'refunded',
}

export const paymentStateWords: Readonly<Record<Payment['state'], string>> = {
  paid: strings.payment.paid,
  'refund-pending': 'refund pending',
  'refund-failed': 'refund failed',
  refunded: 'refunded',
}

export const holdStateWords: Readonly<Record<Hold['state'], string>> = {
  starting: 'Starting',
  held: 'Held',
  over: 'Ending',
}

export const reportStateWords: Readonly<Record<Report['state'], string>> = {
  open: 'Open',
  upheld: 'Upheld',
  dismissed: 'Dismissed',
}

export const importStateWords: Readonly<Record<ImportState, string>> = {
  reading: 'Reading',
  ready: 'Ready to import',
  applying: 'Importing',
  applied: 'Imported',
  failed: 'Failed',
}

export const rowActionWords: Readonly<Record<RowAction, string>> = {
  create: 'New',
  update: 'Update',
  unchanged: 'Unchanged',
  held: 'On hold',
  error: 'Error',
  'off-lot': 'Off the lot',
}

export const NO_SUBJECT = 'Untitled newsletter'

export const issueStateWords: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}

export const makeShownWords: Readonly<Record<MakeShown, string>> = {
  always: 'Always shown',
  'with-cars': 'Shown with cars',
  never: 'Hidden',
}
