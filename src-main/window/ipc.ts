import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import {
  desktopCalls,
  type CallArgs,
  type CallName,
  type CallResult,
} from '../../contract/desktop/desktop-channels.ts'
import type { Log } from '../system/log-file.ts'
import { isOwnPage } from './navigation-guard.ts'

/**
 * The handlers of the contract's calls. Their last argument is the calling page. A missing handler is a
 * compile-time error.
 */
export type CallHandlers = {
  [C in CallName]: (...args: [...CallArgs<C>, caller: WebContents]) => CallResult<C> | Promise<CallResult<C>>
}

/**
 * Handles the page's calls. They are accepted only from the top frame of our own page in one of our windows,
 * and the contract validates arguments and results. Errors are logged here. The page learns only that the
 * call failed.
 */
export function handleCalls(
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

/** @param isOwn reports whether the page belongs to one of the console's windows */
export function isTrusted(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isOwn: (contents: WebContents) => boolean,
): boolean {
  return isOwn(sender) && senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url)
}
