import { shell } from 'electron'
import type { Connection } from './connection.ts'
import { contactAddress, externalAddress } from './external-links.ts'
import type { Log } from './log-file.ts'

export interface Elsewhere {
  /** Opens a page of the web's in the system's browser. False where the address is none of ours. */
  openWeb: (address: string) => Promise<boolean>
  /** What a link on a page of ours may open: the web, a mail program, a telephone. */
  openLink: (address: string) => void
}

/** What leaves the console for other programs, all of it through here. */
export function createElsewhere(connection: () => Connection | null, log: Log): Elsewhere {
  async function webOrigins(): Promise<string[]> {
    const current = connection()
    const config = await current?.findConfig()
    const web = config ? [new URL(config.publicUrl).origin] : []
    return current ? [...web, current.apiOrigin] : web
  }

  async function open(address: string | null): Promise<boolean> {
    if (address === null) {
      log('external: an address was refused')
      return false
    }
    try {
      await shell.openExternal(address)
      return true
    } catch (error) {
      log(`external: ${String(error)}`)
      return false
    }
  }

  async function openWeb(address: string): Promise<boolean> {
    return open(externalAddress(address, await webOrigins()))
  }

  return {
    openWeb,
    openLink(address) {
      const contact = contactAddress(address)
      void (contact === null ? openWeb(address) : open(contact))
    },
  }
}
