import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { readCursor, toPage, type Page } from '../../http/paging.ts'

/** What an admin did. */
export interface AuditEntry {
  _id: string
  at: string
  actorEmail: string
  action: string
  target: string
  detail: string
}

/** Writes down what an admin did, in the same transaction as the deed. */
export async function insertAuditEntry(
  db: Db,
  actor: Pick<Actor, 'id' | 'email'>,
  entry: { action: string; target: string; detail?: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      at: now.toISOString(),
      actor_id: actor.id,
      actor_email: actor.email,
      action: entry.action,
      target: entry.target,
      detail: entry.detail ?? '',
    })
    .execute()
}

/** The log, newest first. A user that an entry names by id is shown by address while the account lasts. */
export async function listAuditEntries(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<AuditEntry>> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users as target_user', 'target_user.id', 'audit.target')
    .selectAll('audit')
    .select('target_user.email as target_email')
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('audit.at', 'audit.id'), '<', tuple(String(after![0]), after![1])),
      ),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return toPage(
    rows,
    limit,
    total,
    (row) => [row.at, row.id],
    (row) => ({
      _id: row.id,
      at: row.at,
      actorEmail: row.actor_email,
      action: row.action,
      target: row.target_email || row.target,
      detail: row.detail,
    }),
  )
}
