/**
 * Chromium switches that would expose the console's session or redirect it to another server
 * (chromium.org/developers/how-tos/run-chromium-with-flags). Tests of unpackaged builds need some of them.
 */
const forbidden = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-resolver-rules',
  'host-rules',
] as const

/** Returns the first refused switch of the command line, or null without any. */
export function findForbiddenSwitch(hasSwitch: (name: string) => boolean): string | null {
  return forbidden.find(hasSwitch) ?? null
}
