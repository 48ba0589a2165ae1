/** Electron's fetch, or a test's replacement for it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export class ResponseTooLong extends Error {
  override name = 'ResponseTooLong'
}

/** Options of the main process's requests: no cookies, and no redirects. */
export function buildRequestOptions(signal: AbortSignal) {
  return { credentials: 'omit', redirect: 'error', signal } as const
}

/** Far more than any response that the main process reads. */
const MAX_BYTES = 256 * 1024

/**
 * Reads a response's JSON. Returns undefined if the body is not JSON. The request's abort signal also stops
 * the reading.
 * @throws ResponseTooLong, or the error that ends the connection
 */
export async function readJsonResponse(response: Response): Promise<unknown> {
  const text = await readText(response)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new ResponseTooLong(`more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
