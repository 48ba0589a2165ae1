import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Encoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'

const TIMEOUT_MS = 20_000

/**
 * Forwards photos to an imgbb-compatible host (api.imgbb.com). They are re-encoded first to remove their
 * metadata. No expiration is set, because cars and profiles may use the photos indefinitely.
 */
export function createRemoteHost(
  host: { url: string; key: string },
  encoder: Encoder,
  log: Logger,
  timeoutMs = TIMEOUT_MS,
): Omit<ImageGateway, 'find'> {
  return {
    async store(photo, clientKey) {
      const hash = createHash('sha256').update(photo).digest('hex')
      const { full, look, width, height } = await encoder.encode(photo, clientKey)
      const { data } = await post(full, `${hash}.webp`)
      const url = data.display_url
      return {
        hash,
        url,
        mediumUrl: data.medium?.url ?? url,
        thumbUrl: data.thumb?.url ?? url,
        width,
        height,
        bytes: full.byteLength,
        look,
      }
    },
    swept: [],
    close: () => encoder.close(),
  }

  async function post(photo: Uint8Array, name: string) {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/webp' }), name)
    try {
      const response = await fetch(`${host.url}/1/upload?key=${encodeURIComponent(host.key)}`, {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`The image host answered ${response.status}`)
      return hostResponse.parse(await response.json())
    } catch (error) {
      // The URL contains the key, so it is not logged.
      log.warn({ reason: (error as Error).message }, 'the image host refused an image')
      throw new ProblemError('service-unavailable', {
        detail: 'The image host isn’t responding. Try again.',
        headers: { 'Retry-After': '10' },
      })
    }
  }
}

const urlSchema = z.url({ protocol: /^https?$/ }).max(500)
const sizeSchema = z.object({ url: urlSchema }).optional()
const hostResponse = z.object({
  data: z.object({ display_url: urlSchema, medium: sizeSchema, thumb: sizeSchema }),
})
