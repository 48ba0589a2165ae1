import { get } from 'node:http'
import { apiPath } from '../../contract/paths.ts'

const ANSWER_MS = 1000

/** Whether a process of the server answers `GET /healthz`, which needs no database. */
export function isThere(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(origin + apiPath('getHealth'), { timeout: ANSWER_MS, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
  })
}
