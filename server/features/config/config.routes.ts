import type { configEndpoints } from '../../../contract/config.ts'
import type { PublicConfig } from '../../../contract/config.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { buildPhoneLink } from '../../../contract/phone-link.ts'
import { CONTRACT_VERSION, OLDEST_CONSOLE } from '../../../contract/api/version.ts'
import type { Config } from '../../config/config.ts'
import { demoAccounts, demoCards } from './demo-accounts.ts'
import { PUBLIC_IMAGE_KEY } from '../../gateways/images/images.ts'
import type { Handlers } from '../../http/handler.ts'
import { pictureHosts } from '../../http/headers.ts'

export const configRoutes: Handlers<keyof typeof configEndpoints> = {
  getConfig: ({ ctx }) => publicConfig(ctx.config),
}

function publicConfig(config: Config): PublicConfig {
  const { identity, stripe } = config
  const { phone } = config.contact
  const emulatorUrl = identity.emulatorHost && `http://${identity.emulatorHost}`
  return {
    world: config.mode,
    contractVersion: CONTRACT_VERSION,
    oldestConsole: OLDEST_CONSOLE,
    publicUrl: config.publicUrl,
    contact: { ...config.contact, phoneLink: phone === null ? null : buildPhoneLink(phone) },
    hasConsoleDownload: config.consoleDownloadUrl !== null,
    holdSeconds: config.reservationSeconds,
    releaseDays: config.releaseDays,
    payoutsRequired: config.payoutsRequired,
    identity: {
      projectId: identity.projectId,
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      emulatorUrl,
      popupScript: emulatorUrl && `${emulatorUrl}/gapi-standin.js`,
    },
    googleDesktop: config.google,
    stripe: {
      publishableKey: stripe.publishableKey,
      script: stripe.sandbox && `http://${stripe.sandbox.host}:${stripe.sandbox.port}/v3/`,
    },
    images: { uploadUrl: apiPath('uploadImage'), key: PUBLIC_IMAGE_KEY, hosts: pictureHosts(config) },
    demo: config.mode === 'sandbox' ? { accounts: demoAccounts, cards: demoCards } : null,
  }
}
