import type { EndpointOutput } from '../../../contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import { insertMail } from '../messages/mail.repository.ts'
import { deleteSubscriber, insertSubscriber } from './newsletter.repository.ts'

/** The answer is the same whether the address was known or not; a known one gets no second mail. */
export function subscribe(ctx: Context, email: string): Promise<EndpointOutput<'subscribe'>> {
  const now = ctx.now()
  const token = newId()
  return ctx.db.transaction().execute(async (trx) => {
    if (await insertSubscriber(trx, { token, email }, now))
      await insertMail(
        trx,
        { recipient: email, ...confirmation(`${ctx.config.publicUrl}/newsletter/${token}`) },
        now,
      )
    return { acknowledged: true }
  })
}

export async function unsubscribe(ctx: Context, token: string): Promise<EndpointOutput<'unsubscribe'>> {
  const isDeleted = await deleteSubscriber(ctx.db, token)
  return { acknowledged: true, deletedCount: isDeleted ? 1 : 0 }
}

function confirmation(link: string) {
  return {
    subject: 'You are on the Kerblight newsletter list',
    body: [
      'This address was put on the Kerblight newsletter list.',
      '',
      'If that was not you, or you change your mind, take it off here:',
      link,
    ].join('\n'),
  }
}
