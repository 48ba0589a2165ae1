import { existsSync } from 'node:fs'
import { expected } from '../bootstrap/print.cjs'

/** Debian's without a window first: a page costs it two thirds of what it costs the whole browser. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The browser that tests and measurements run in: what `CHROMIUM_PATH` names, or the first that is there. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || places.find((place) => existsSync(place))
}

/** Returns the path of the browser. @throws an error that explains how to install one */
export function getChromium(): string {
  const found = findChromium()
  if (found === undefined || !existsSync(found))
    throw expected(
      `${found ? `There is no browser at ${found}, which CHROMIUM_PATH names.` : 'Chromium is missing.'} Install Debian’s package chromium, or set CHROMIUM_PATH to a Chromium or Chrome.`,
    )
  return found
}
