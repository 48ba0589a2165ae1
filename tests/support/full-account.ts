import type { Insertable } from 'kysely'
import type { Context } from '../../server/context.ts'
import { newId } from '../../server/db/id.ts'
import type { Tables } from '../../server/db/tables.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from './factories.ts'

/** Adds `count` rows of each kind that accumulates in an active account, except cars. */
export async function fillAccount(ctx: Context, { id, email }: Person, count: number): Promise<void> {
  const { db } = ctx
  const timestamp = ctx.now().toISOString()
  const add = async <T extends keyof Tables>(table: T, rowOf: (place: number) => Insertable<Tables[T]>) => {
    for (let from = 0; from < count; from += 100) {
      const rows = Array.from({ length: Math.min(100, count - from) }, (_, index) => rowOf(from + index))
      await db.insertInto(table).values(rows).execute()
    }
  }
  const hash = (index: number) => index.toString(16).padStart(64, '0')
  await add('uploads', (index) => {
    const url = `/images/00/${hash(index)}-full.webp`
    const sizes = { url, thumb_url: url, medium_url: url, width: 1, height: 1, bytes: 1 }
    return { id: newId(), hash: hash(index), ...sizes, user_id: id, created_at: timestamp, expires_at: null }
  })
  const kind = 'put-back' as const
  const text = { subject: 'Your car', body: 'It is listed again.', created_at: timestamp }
  await add('messages', () => ({
    id: newId(),
    user_id: id,
    kind,
    link: '',
    read_at: null,
    ...text,
  }))
  await add('mails', () => ({
    id: newId(),
    user_id: id,
    recipient: email,
    next_attempt_at: timestamp,
    attempts: 0,
    ...text,
  }))
  const undo = newId()
  await db
    .insertInto('undos')
    .values({ id: undo, user_id: id, kind: 'cars', expires_at: timestamp })
    .execute()
  await add('undo_rows', (index) => ({ undo_id: undo, row_id: `${id}-${index}`, before: null }))
  const target = await buildPerson(ctx)
  const line = { at: timestamp, action: 'withdraw-car', detail: '' } as const
  await add('audit', () => ({
    ...line,
    id: newId(),
    actor_id: id,
    actor_email: email,
    target: target.id,
    subject: '',
  }))
  await add('audit', () => ({
    ...line,
    id: newId(),
    actor_id: target.id,
    actor_email: target.email,
    target: id,
    subject: email,
  }))
  const { id: dealer } = await buildPerson(ctx, { account: 'seller' })
  const bought = await buildPurchase(ctx, id, await buildCar(ctx, dealer), {
    state: 'paid',
    buyer_name: email,
  })
  const purchase = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', bought)
    .executeTakeFirstOrThrow()
  await add('purchases', () => ({ ...purchase, id: newId() }))
}
