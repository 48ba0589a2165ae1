/**
 * Chromium's switches by which whoever starts the console could read its session or lead it to another server
 * (chromium.org/developers/how-tos/run-chromium-with-flags). Tests of builds that are not packaged need some of them.
 */
const refused = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-resolver-rules',
  'host-rules',
] as const

/** @returns the first switch that the console does not start with; null where it may start */
export function findRefusedSwitch(hasSwitch: (name: string) => boolean): string | null {
  return refused.find(hasSwitch) ?? null
}
