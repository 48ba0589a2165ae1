import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { FILE_TOO_LARGE, importLimits } from '../../../contract/import-limits.ts'
import { apiPath } from '../../../contract/paths.ts'
import { offlineProblem, ProblemFailure, readProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'

/** What is wrong with files before they are sent; undefined where nothing is. */
export function refusalOf(files: readonly File[]): string | undefined {
  const [file, ...more] = files
  if (!file) return undefined
  if (more.length > 0) return 'Choose one file at a time.'
  if (file.size === 0) return `${file.name} is empty. Choose another file.`
  if (file.size <= importLimits.bytes) return undefined
  return `${file.name} is too large. ${FILE_TOO_LARGE}`
}

/**
 * Sends a file of cars to be read.
 * @param onProgress 0 to 1
 * @returns the import's id
 * @throws ProblemFailure
 */
export async function uploadImport(file: File, onProgress: (fraction: number) => void): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  const address = platform.address(apiPath('addImport'))
  const response = await platform.upload(address, form, onProgress).catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  return ((await response.json()) as EndpointOutput<'addImport'>)._id
}
