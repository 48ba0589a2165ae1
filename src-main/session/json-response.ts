/** Electron's fetch, or a test's replacement for it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export class ResponseTooLong extends Error {
  override name = 'ResponseTooLong'
}

/** Returns the options of the main process's own requests, which send no cookies and follow no redirects. */
export function requestOptions(signal: AbortSignal) {
  return { credentials: 'omit', redirect: 'error', signal } as const
}

/** Maximum size of a response in bytes, far more than any response that the main process reads. */
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
