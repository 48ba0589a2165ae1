import type { ElectronApplication } from '@playwright/test'

/** What the console's keychain holds for an API, read by main's own keytar; null for nothing. */
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
