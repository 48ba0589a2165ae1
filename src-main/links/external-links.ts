import { clipboard, shell } from 'electron'
import type { PublicConfig } from '../../contract/config.ts'
import { contactAddress, externalAddress, mapAddress, signInAddress } from './external-addresses.ts'
import type { Log } from '../system/log-file.ts'

export interface ExternalLinks {
  /** Opens a page of the web's in the system's browser. False where the address is none of ours. */
  openWeb: (address: string) => Promise<boolean>
  /** Copies the web's address of a page of ours. */
  copyWeb: (path: string) => Promise<void>
  /** What a link on a page of ours may open: the web, a mail program, a phone, a map. */
  openLink: (address: string) => void
  /** Opens Google's sign-in page, or its stand-in's. False where the address is another, or no browser opens. */
  openSignIn: (address: string) => Promise<boolean>
}

/** The one that the console works with: a web page's address is its own. */
interface Kerblight {
  apiOrigin: string
  findConfig: () => Promise<{ config: PublicConfig } | { problem: string }>
}

/** What leaves the console for other programs, all of it through here. */
export function createExternalLinks(connection: () => Kerblight | null, log: Log): ExternalLinks {
  async function findConfig(): Promise<PublicConfig | null> {
    const answer = await connection()?.findConfig()
    return answer !== undefined && 'config' in answer ? answer.config : null
  }

  async function webOrigins(): Promise<string[]> {
    const config = await findConfig()
    return [config?.publicUrl, connection()?.apiOrigin].filter((origin) => origin !== undefined)
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
    async copyWeb(path) {
      const address = externalAddress(path, await webOrigins())
      if (address !== null) await clipboard.writeText(address)
    },
    openLink(address) {
      const known = contactAddress(address) ?? mapAddress(address)
      void (known === null ? openWeb(address) : open(known))
    },
    async openSignIn(address) {
      const config = await findConfig()
      return config !== null && open(signInAddress(address, config.identity.emulatorUrl))
    },
  }
}
