import type { PublicConfig } from '../../contract/config.ts'
import { CONTRACT_VERSION, OLDEST_CONSOLE } from '../../contract/version.ts'

interface ConfigTraits {
  publicUrl?: string
  emulatorUrl?: string | null
  googleDesktop?: PublicConfig['googleDesktop']
  pictureHosts?: string[]
}

/** A server's settings; a live one's unless there is an emulator. */
export function buildConfig(traits: ConfigTraits = {}): PublicConfig {
  const {
    publicUrl = 'https://cars.example',
    emulatorUrl = null,
    googleDesktop = null,
    pictureHosts = [],
  } = traits
  return {
    world: emulatorUrl === null ? 'live' : 'sandbox',
    contractVersion: CONTRACT_VERSION,
    oldestConsole: OLDEST_CONSOLE,
    publicUrl,
    contact: { email: null, phone: null, hours: null, address: null },
    identity: {
      projectId: 'cars',
      apiKey: 'key',
      authDomain: 'cars.example',
      emulatorUrl,
      popupScript: null,
    },
    googleDesktop,
    stripe: { publishableKey: 'pk_test_cars', script: null },
    images: { uploadUrl: '/api/1/upload', key: 'public', hosts: pictureHosts },
    demo: null,
  }
}
