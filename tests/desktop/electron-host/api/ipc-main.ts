import { EventEmitter } from 'node:events'
import { pack, unpack } from '../codec.ts'
import type { ToMain, ToPreload } from '../page/preload-host.ts'
import { makeClassStrict } from '../strict.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    handlers.set(channel, handler)
  }
}
makeClassStrict('ipcMain', IpcMain)

export const ipcMain = new IpcMain()

/** Passes a message from the preload to the app. If the sender waits for a reply, resolves with it. */
export async function receive(event: object, message: ToMain): Promise<ToPreload | undefined> {
  const args = message.args.map(unpack)
  if (message.kind === 'send') {
    ipcMain.emit(message.channel, event, ...args)
    return undefined
  }
  try {
    const handler = handlers.get(message.channel)
    if (handler === undefined) throw new Error(`No handler registered for '${message.channel}'`)
    return { kind: 'reply', id: message.id, value: pack(await handler(event, ...args)) }
  } catch (error) {
    return { kind: 'failure', id: message.id, message: String(error) }
  }
}
