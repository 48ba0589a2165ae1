import type { ElectronApplication } from '@playwright/test'

/**
 * Reads the console's keychain entry for an API, with the main process's own keytar. Resolves with null if
 * there is no entry.
 */
export function readKeychain(
  app: ElectronApplication,
  apiOrigin: string,
  account: 'session' | 'answers' = 'session',
): Promise<string | null> {
  return app.evaluate(
    async ({ app: { getAppPath } }, [service, account]) => {
      const { createRequire } = process.getBuiltinModule('node:module')
      const keytar = createRequire(`${getAppPath()}/package.json`)('keytar') as typeof import('keytar')
      return keytar.getPassword(service, account)
    },
    [`Kerblight (${apiOrigin})`, account] as const,
  )
}
