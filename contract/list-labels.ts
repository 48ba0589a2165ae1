import type { MakeShown } from './cars/cars.ts'
import type { Hold } from './holds.ts'
import type { ImportState, RowAction } from './imports.ts'
import type { IssueState } from './newsletter.ts'
import type { Payment } from './payments.ts'
import type { Sale } from './purchases.ts'
import type { Report } from './reports.ts'
import { strings } from './strings.ts'

/** The display names of row states, on screens and in exported files. */
export const saleStateLabels: Readonly<Record<Sale['state'], string>> = {
  unpaid: strings.payment.notPaid,
  paying: 'paying now',
  paid: strings.payment.paid,
  refunded: 'refunded',
}

export const paymentStateLabels: Readonly<Record<Payment['state'], string>> = {
  paid: strings.payment.paid,
  'refund-pending': 'refund pending',
  'refund-failed': 'refund failed',
  refunded: 'refunded',
}

export const holdStateLabels: Readonly<Record<Hold['state'], string>> = {
  starting: 'Starting',
  held: 'Held',
  over: 'Ending',
}

export const reportStateLabels: Readonly<Record<Report['state'], string>> = {
  open: 'Open',
  upheld: 'Upheld',
  dismissed: 'Dismissed',
}

export const importStateLabels: Readonly<Record<ImportState, string>> = {
  reading: 'Reading',
  ready: 'Ready to import',
  applying: 'Importing',
  applied: 'Imported',
  failed: 'Failed',
}

export const rowActionLabels: Readonly<Record<RowAction, string>> = {
  create: 'New',
  update: 'Update',
  unchanged: 'Unchanged',
  held: 'On hold',
  error: 'Error',
  'off-lot': 'Off the lot',
}

export const NO_SUBJECT = 'Untitled newsletter'

export const issueStateLabels: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}

export const makeShownLabels: Readonly<Record<MakeShown, string>> = {
  always: 'Always shown',
  'with-cars': 'Shown with cars',
  never: 'Hidden',
}
