import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Cdp } from './cdp.ts'

/** Values that are determined at startup and that the modules in `api/` use. */
export const host = {
  appFolder: '',
  manifest: {} as { name?: string; productName?: string; version?: string; main?: string },
  /** Command-line switches for Chromium, from this process's command line and from `app.commandLine`. */
  switches: [] as string[],
  chromium: undefined as ChildProcess | undefined,
  cdp: undefined as Cdp | undefined,
}

export function getCdp(): Cdp {
  if (host.cdp === undefined) throw new Error('electron-host: used before the app is ready')
  return host.cdp
}

/** Stops Chromium and resolves after it has exited. Until then, it writes to its profile. */
export async function stopChromium(): Promise<void> {
  const { chromium } = host
  if (chromium === undefined || chromium.exitCode !== null || chromium.signalCode !== null) return
  const exited = once(chromium, 'exit')
  const force = setTimeout(() => chromium.kill('SIGKILL'), 5000)
  await host.cdp?.browser.send('Browser.close').catch(() => {})
  await exited
  clearTimeout(force)
}
