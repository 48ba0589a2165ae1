import { clipboard, shell } from 'electron'
import type { PublicConfig } from '../../contract/config.ts'
import {
  contactAddress,
  externalAddress,
  mapAddress,
  payoutAddress,
  recallAddress,
  getSignInAddress,
} from './external-addresses.ts'
import type { Log } from '../system/log-file.ts'

export interface ExternalLinks {
  /**
   * Opens a page of the website or of Stripe's payout setup in the browser. Resolves to false for any other
   * URL.
   */
  openWeb: (address: string) => Promise<boolean>
  copyWeb: (path: string) => Promise<void>
  /** Opens a link in the system's browser, email, phone, or map program. */
  openLink: (address: string) => void
  /**
   * Opens the sign-in page of Google or of the emulator. Resolves to false for any other URL, or if no
   * browser opens.
   */
  openSignIn: (address: string) => Promise<boolean>
}

interface Kerblight {
  apiOrigin: string
  findConfig: () => Promise<{ config: PublicConfig } | { problem: string }>
}

/** Creates the only functions that pass URLs to other programs. */
export function createExternalLinks(connection: () => Kerblight | null, log: Log): ExternalLinks {
  async function findConfig(): Promise<PublicConfig | null> {
    const response = await connection()?.findConfig()
    return response !== undefined && 'config' in response ? response.config : null
  }

  async function webOrigins(): Promise<string[]> {
    const config = await findConfig()
    return [config?.publicUrl, connection()?.apiOrigin].filter((origin) => origin !== undefined)
  }

  async function open(address: string | null): Promise<boolean> {
    if (address === null) {
      log('external: rejected a URL that may not be opened')
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
    const config = await findConfig()
    const payouts = config && payoutAddress(address, config.stripe.script)
    return open(externalAddress(address, await webOrigins()) ?? payouts)
  }

  return {
    openWeb,
    async copyWeb(path) {
      const address = externalAddress(path, await webOrigins())
      if (address !== null) await clipboard.writeText(address)
    },
    openLink(address) {
      const known = contactAddress(address) ?? mapAddress(address) ?? recallAddress(address)
      void (known === null ? openWeb(address) : open(known))
    },
    async openSignIn(address) {
      const config = await findConfig()
      return config !== null && open(getSignInAddress(address, config.identity.emulatorUrl))
    },
  }
}
