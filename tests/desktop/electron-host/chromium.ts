import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { findChromium } from '../../../scripts/lib/chromium.ts'
import { Cdp } from './cdp.ts'

/**
 * Chromium features to disable, because an Electron window lacks them or because they contact the browser's
 * vendor.
 */
const withoutFeatures = [
  'HttpsUpgrades',
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
]

/** Starts Chromium without a window on the given profile. Prints its DevTools URL in Electron's format. */
export function launchChromium(profile: string, switches: string[]): { process: ChildProcess; cdp: Cdp } {
  const program = findChromium()
  if (program === undefined) throw new Error('electron-host: no Chromium here; CHROMIUM_PATH may name one')
  const args = [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-popup-blocking',
    '--disable-extensions',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-back-forward-cache',
    '--disable-dev-shm-usage',
    '--disable-search-engine-choice-screen',
    '--password-store=basic',
    '--force-color-profile=srgb',
    `--disable-features=${withoutFeatures.join(',')}`,
    ...(process.env.DISPLAY ? [] : ['--headless=new']),
    ...switches,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  const [, , errors, toChromium, fromChromium] = child.stdio
  createInterface({ input: errors as Readable }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ') || process.env.ELECTRON_HOST_TRACE) console.error(line)
  })
  return { process: child, cdp: new Cdp(toChromium as Writable, fromChromium as Readable) }
}
