import { apiPath } from '../../contract/api/paths.ts'

const ANSWER_MS = 1000

/** Reports whether a server process answers `GET /readyz` with 200. */
export async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(origin + apiPath('getReadiness'), { signal: AbortSignal.timeout(ANSWER_MS) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
