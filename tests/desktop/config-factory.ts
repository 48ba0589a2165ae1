import type { PublicConfig } from '../../contract/config.ts'
import { CONTRACT_VERSION, OLDEST_CONSOLE } from '../../contract/api/version.ts'

interface ConfigTraits {
  publicUrl?: string
  emulatorUrl?: string | null
  googleDesktop?: PublicConfig['googleDesktop']
  pictureHosts?: string[]
}

/** Builds the public settings of a live server, or of a sandbox if an emulator is specified. */
export function buildConfig(traits: ConfigTraits = {}): PublicConfig {
  const {
    publicUrl = 'https://cars.example',
    emulatorUrl = null,
    googleDesktop = null,
    pictureHosts = [],
  } = traits
  const isSandbox = emulatorUrl !== null
  return {
    world: isSandbox ? 'sandbox' : 'live',
    contractVersion: CONTRACT_VERSION,
    oldestConsole: OLDEST_CONSOLE,
    publicUrl,
    contact: {
      email: 'hello@cars.example',
      phone: '(503) 555-0142',
      hours: 'Monday–Friday, 9 a.m.–5 p.m. PT',
      address: '100 Example Street, Portland, OR 97201',
    },
    hasConsoleDownload: false,
    holdSeconds: 900,
    releaseDays: 3,
    payoutsRequired: true,
    identity: {
      projectId: 'cars',
      apiKey: 'key',
      authDomain: 'cars.example',
      emulatorUrl,
      popupScript: emulatorUrl && `${emulatorUrl}/gapi-standin.js`,
    },
    googleDesktop,
    stripe: { publishableKey: 'pk_test_cars', script: isSandbox ? 'http://127.0.0.1:4010/v3/' : null },
    images: { uploadUrl: '/api/1/upload', key: 'public', hosts: pictureHosts },
    demo: isSandbox
      ? {
          accounts: [{ email: 'admin@kerblight.test', password: 'Kerb-1234', role: 'Admin' }],
          cards: [{ number: '4242 4242 4242 4242', meaning: 'Succeeds' }],
        }
      : null,
  }
}
