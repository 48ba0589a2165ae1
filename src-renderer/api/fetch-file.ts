import { platform } from '../platform/current.ts'
import { offlineProblem, ProblemFailure, readProblem } from './problem.ts'

/**
 * Fetches a file from the API, with its name if the response includes one.
 * @throws ProblemFailure
 */
export async function fetchFile(path: string): Promise<{ contents: Blob; fileName: string | undefined }> {
  const response = await platform.fetch(path).catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  const [, fileName] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { contents: await response.blob(), fileName }
}
