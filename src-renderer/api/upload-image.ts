import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { PublicConfig } from '../../contract/config.ts'
import { platform } from '../platform/current.ts'
import { offlineProblem, ProblemFailure, readProblem } from './problem.ts'

interface UploadOptions {
  /** Time in seconds until an unused photo expires; by default, the image host decides. */
  expiration?: number
  /**
   * Receives the progress of the upload.
   * @param fraction 0 to 1
   */
  onProgress?: ((fraction: number) => void) | undefined
}

/**
 * Uploads a photo without its location and other metadata to our server, which stores it or forwards it to
 * the configured image host.
 * @returns the photo's URL
 * @throws ProblemFailure
 */
export async function uploadImage(
  file: File,
  images: PublicConfig['images'],
  options: UploadOptions = {},
): Promise<string> {
  const url = new URL(images.uploadUrl, platform.address('/'))
  url.searchParams.set('key', images.key)
  if (options.expiration !== undefined) url.searchParams.set('expiration', String(options.expiration))
  const form = new FormData()
  const { removeMetadata } = await import('./metadata-removal.ts').catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  form.set('image', await removeMetadata(file))

  const response = await platform.upload(url.href, form, options.onProgress).catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  const result = (await response.json()) as EndpointOutput<'uploadImage'>
  return result.data.display_url
}
