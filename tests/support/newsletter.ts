import { feedOutbox } from '../../server/features/newsletter/feed-outbox.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import type { Context } from '../../server/context.ts'

/** Runs the server's email jobs until no email is due. */
export async function sendAll(ctx: Context): Promise<void> {
  do await feedOutbox(ctx)
  while ((await sendWaitingMails(ctx)) > 0)
  await feedOutbox(ctx)
}
