/** Electron's fetch, or that of a test. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** Returns the options of the main process's own requests: no cookies and no redirects. */
export function requestOptions(signal: AbortSignal) {
  return { credentials: 'omit', redirect: 'error', signal } as const
}

/** Maximum size of a response, far above any that the main process reads. */
const MAX_BYTES = 256 * 1024

/**
 * Reads the JSON of a response; returns undefined if it contains something else. The request's signal still
 * applies.
 * @throws AnswerTooLong, or the error that ends the connection
 */
export async function readJsonAnswer(response: Response): Promise<unknown> {
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
    if (size > MAX_BYTES) throw new AnswerTooLong(`more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
