import { feedOutbox } from '../../server/features/newsletter/feed-outbox.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import type { Context } from '../../server/context.ts'

/** Runs the server's mail jobs until no mail is due anymore. */
export async function sendAll(ctx: Context): Promise<void> {
  do await feedOutbox(ctx)
  while ((await sendWaitingMails(ctx)) > 0)
  await feedOutbox(ctx)
}
