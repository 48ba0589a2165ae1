/**
 * Chromium switches that would expose the console's session or redirect it to another server
 * (chromium.org/developers/how-tos/run-chromium-with-flags). They are allowed in unpackaged builds, because
 * tests need some of them.
 */
const forbidden = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-resolver-rules',
  'host-rules',
] as const

export function findForbiddenSwitch(hasSwitch: (name: string) => boolean): string | null {
  return forbidden.find(hasSwitch) ?? null
}
