import type { Readable } from 'node:stream'

/** 256 kbit/s, on average since the beginning: a slow line's upload, where somebody who only blocks is slower. */
const LEAST_BYTES_PER_SECOND = 32 * 1024
const LOOK_EVERY_MS = 250

/**
 * Calls `onSlow` once a body comes in more slowly than any line would bring it. The first seconds do not count.
 * @returns ends the watch
 */
export function watchPace(body: Readable, graceSeconds: number, onSlow: () => void): () => void {
  const startedAt = performance.now()
  let received = 0
  const count = (chunk: Buffer) => void (received += chunk.length)
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000
    if (seconds < graceSeconds || received >= seconds * LEAST_BYTES_PER_SECOND) return
    end()
    onSlow()
  }, LOOK_EVERY_MS)
  timer.unref()
  body.on('data', count)

  function end(): void {
    clearInterval(timer)
    body.off('data', count)
  }
  return end
}
