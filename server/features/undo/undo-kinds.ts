import * as z from 'zod'
import type { AuditAction } from '../../../contract/audit.ts'
import { conditions } from '../../../contract/car-choices.ts'
import type { Db, Tables, UndosTable } from '../../db/tables.ts'
import { changeCarBack, restoreCars } from '../cars/car.repository.ts'
import { restoreDraft } from '../newsletter/issue.repository.ts'
import { restorePurchase } from '../purchases/purchase.repository.ts'
import { restoreReport } from '../reports/report.repository.ts'
import { restoreReview } from '../reviews/review.repository.ts'

export type UndoKindName = UndosTable['kind']

/** A row that a deed was done to. */
export interface UndoRow {
  id: string
  /** What the kind's restore function needs beside the id, as `offerUndo` was given it. */
  before: unknown
}

interface UndoKind {
  table: keyof Tables
  /** The column that says whose the row is. Admins may take back what they did to anybody's. */
  owner: string
  /** What an owner must be, today. */
  who: 'user' | 'seller-or-admin' | 'admin'
  /** Under which of these the log has such a deed, where it has a line of it. */
  deeds: readonly AuditAction[]
  /** @returns whether the row came back */
  restore(trx: Db, row: UndoRow): Promise<boolean>
}

/** Everything that can be taken back. */
export const undoKinds: Record<UndoKindName, UndoKind> = {
  cars: {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    deeds: ['withdraw-car', 'hide-car'],
    restore: async (trx, { id }) => (await restoreCars(trx, [id])) === 1,
  },
  'car-changes': {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    deeds: ['edit-car'],
    restore: (trx, { id, before }) => changeCarBack(trx, id, carBefore.parse(before)),
  },
  purchase: {
    table: 'purchases',
    owner: 'buyer_id',
    who: 'user',
    deeds: [],
    restore: (trx, { id }) => restorePurchase(trx, id),
  },
  report: {
    table: 'reports',
    owner: 'reporter_id',
    who: 'user',
    deeds: ['delete-report'],
    restore: (trx, { id }) => restoreReport(trx, id),
  },
  review: {
    table: 'reviews',
    owner: 'author_id',
    who: 'user',
    deeds: ['delete-review'],
    restore: (trx, { id }) => restoreReview(trx, id),
  },
  newsletter: {
    table: 'newsletter_issues',
    owner: 'author_id',
    who: 'admin',
    deeds: [],
    restore: (trx, { id }) => restoreDraft(trx, id),
  },
}

const carBefore = z.object({
  resellPrice: z.string(),
  condition: z.enum(['', ...conditions]),
  location: z.string(),
  selllerContact: z.string(),
})
