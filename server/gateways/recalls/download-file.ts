import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** Maximum size in bytes. NHTSA's zip files have about 20 MB. */
const MAX_BYTES = 512 * 1024 ** 2
const TIMEOUT_MS = 10 * 60_000

export interface DownloadOptions {
  signal: AbortSignal
  maxBytes?: number
  timeoutMs?: number
}

/**
 * Downloads a file, without following redirects.
 * @throws Error that names the host, because the rest of the URL may be secret
 */
export async function downloadFile(
  url: string,
  path: string,
  { signal, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS }: DownloadOptions,
): Promise<void> {
  const { host } = new URL(url)
  try {
    const options = {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    } as const
    const response = await fetch(url, options)
    if (!response.ok || !response.body) throw new Error(`it responded with ${response.status}`)
    const body = Readable.fromWeb(response.body as ReadableStream)
    await pipeline(body, boundBy(maxBytes), createWriteStream(path))
  } catch (error) {
    signal.throwIfAborted()
    throw new Error(`The file could not be downloaded from ${host}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function boundBy(maxBytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
      yield chunk
    }
  }
}
