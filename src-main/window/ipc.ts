import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import {
  desktopCalls,
  type CallArgs,
  type CallName,
  type CallResult,
} from '../../contract/desktop/desktop-channels.ts'
import type { Log } from '../system/log-file.ts'
import { isOwnPage } from './navigation-guard.ts'

/** One handler per call of the contract. The last argument is the calling page. */
export type CallHandlers = {
  [C in CallName]: (...args: [...CallArgs<C>, caller: WebContents]) => CallResult<C> | Promise<CallResult<C>>
}

/**
 * Accepts calls only from the top frame of our own page in one of our windows, and validates arguments and
 * results. Errors are logged; the page learns only that the call failed.
 */
export function registerIpcHandlers(
  handlers: CallHandlers,
  isOwn: (contents: WebContents) => boolean,
  log: Log,
): void {
  for (const channel of Object.keys(desktopCalls) as CallName[]) {
    const handle = handlers[channel] as (...args: unknown[]) => unknown
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isTrusted(event, isOwn)) {
        log(`ipc: ${channel} rejected: the sender is not the console’s page`)
        throw new Error('Only the console can make this call')
      }
      const { args: schema, result } = desktopCalls[channel]
      const parsed = schema.safeParse(args)
      if (!parsed.success) {
        log(`ipc: ${channel} rejected: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
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

/**
 * Reports whether a message comes from the main frame of a page of the console.
 * @param isOwn reports whether the page belongs to one of the console's windows
 */
export function isTrusted(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isOwn: (contents: WebContents) => boolean,
): boolean {
  return isOwn(sender) && senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url)
}
