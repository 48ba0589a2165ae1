import { existsSync } from 'node:fs'

/** Debian's without a window first: a page costs it two thirds of what it costs the whole browser. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The browser that tests and measurements run in: what `CHROMIUM_PATH` names, or the first that is there. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || places.find((place) => existsSync(place))
}
