/** Electron's fetch, or a test's. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** What a request of main's own goes with: no cookies, and nowhere but to the address that is named. */
export function alone(signal: AbortSignal) {
  return { credentials: 'omit', redirect: 'error', signal } as const
}

/** Far more than any answer that main reads. */
const MAX_BYTES = 256 * 1024

/**
 * The JSON that an answer holds; undefined where it holds something else. The signal of its request goes on counting.
 * @throws AnswerTooLong, and what ends the connection
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
