import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import {
  desktopCalls,
  type CallArgs,
  type CallName,
  type CallResult,
} from '../../contract/desktop/desktop-channels.ts'
import type { Log } from '../system/log-file.ts'
import { isOwnPage } from './navigation-guard.ts'

/** What main does for each call of the contract; the page that calls comes last. One that is missing does not compile. */
export type CallHandlers = {
  [C in CallName]: (...args: [...CallArgs<C>, caller: WebContents]) => CallResult<C> | Promise<CallResult<C>>
}

/**
 * Answers the page's calls: from the top frame of a window of ours on our own page alone, arguments and results checked by the
 * contract. What goes wrong inside is logged here; the page learns that it did, not how.
 */
export function answerCalls(
  handlers: CallHandlers,
  isOwn: (contents: WebContents) => boolean,
  log: Log,
): void {
  for (const channel of Object.keys(desktopCalls) as CallName[]) {
    const handle = handlers[channel] as (...args: unknown[]) => unknown
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrusted(event, isOwn)) {
        log(`ipc: ${channel} refused: it does not come from our page`)
        throw new Error('Only the console can make this call')
      }
      const { args: schema, result } = desktopCalls[channel]
      const parsed = schema.safeParse(args)
      if (!parsed.success) {
        log(`ipc: ${channel} refused: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
        throw new Error('This call’s arguments are invalid')
      }
      try {
        return result.parse(await handle(...parsed.data, event.sender))
      } catch (error) {
        log(`ipc: ${channel} failed: ${error instanceof Error ? error.stack : String(error)}`)
        throw new Error('The console couldn’t do this', { cause: error })
      }
    })
  }
}

/** @param isOwn whether that page is one of the console's windows' */
export function isTrusted(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isOwn: (contents: WebContents) => boolean,
): boolean {
  return isOwn(sender) && senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url)
}
