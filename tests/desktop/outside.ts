import type { ElectronApplication } from '@playwright/test'

/** Records the URLs that would be opened in the system's browser, and prevents it from opening. */
export async function captureExternalUrls(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ shell }) => {
    const openedUrls: string[] = []
    Reflect.set(globalThis, 'openedOutside', openedUrls)
    Reflect.set(shell, 'openExternal', async (address: string) => void openedUrls.push(address))
  })
}

export function readOpenedAddresses(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string[])
}
