import { apiPath } from '../../contract/api/paths.ts'

const ANSWER_MS = 1000

/** Reports whether a server process responds to `GET /readyz` with 200. */
export async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(origin + apiPath('getReadiness'), { signal: AbortSignal.timeout(ANSWER_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
