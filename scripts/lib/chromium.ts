import { existsSync } from 'node:fs'
import { expected } from '../bootstrap/print.cjs'

/**
 * Browser paths in order of preference. Debian's headless shell comes first, because it needs only two thirds
 * of the full browser's resources per page.
 */
const browserPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/**
 * Returns the browser for tests and benchmarks: `CHROMIUM_PATH` if it is set, or else the first path that
 * exists.
 */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || browserPaths.find((path) => existsSync(path))
}

/**
 * Returns the path of the browser.
 * @throws an error that explains how to install one
 */
export function getChromium(): string {
  const browser = findChromium()
  if (browser === undefined || !existsSync(browser))
    throw expected(
      `${browser ? `CHROMIUM_PATH is set to ${browser}, which does not exist.` : 'Chromium is missing.'} Install the Debian package chromium, or set CHROMIUM_PATH to the path of Chromium or Chrome.`,
    )
  return browser
}
