import type { CustomScheme } from 'electron'
import { handledSchemes } from '../scheme.ts'
import { createStrictProxy } from '../strict.ts'
import { app } from './app.ts'

const declared = new Set<string>()

export const protocol = createStrictProxy('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (app.isReady()) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    }
    for (const { scheme, privileges } of schemes) {
      if (!privileges?.standard || !privileges.secure || !privileges.supportFetchAPI) {
        throw new Error(`electron-host: ${scheme}: a scheme that is not standard, secure and fetchable`)
      }
      if (privileges.bypassCSP || privileges.allowServiceWorkers) {
        throw new Error(`electron-host: ${scheme}: bypassCSP and allowServiceWorkers are not implemented`)
      }
      declared.add(scheme)
    }
  },

  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!app.isReady()) throw new Error('protocol.handle: the app is not ready')
    if (!declared.has(scheme)) throw new Error(`electron-host: ${scheme} has not been declared privileged`)
    if (handledSchemes.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handledSchemes.set(scheme, handler)
  },
})
