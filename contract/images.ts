import * as z from 'zod'
import { text, wholeNumberText } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/**
 * imgbb's parameters (api.imgbb.com): the key, and the seconds after which an unclaimed upload is deleted.
 */
const uploadQuery = z.object({
  key: text(200).optional(),
  expiration: wholeNumberText(60, 15_552_000).optional(),
})

/** imgbb's response. Kerblight reads only `data.display_url`. */
const uploadResult = z.object({
  data: z.object({
    id: z.string(),
    url: z.string(),
    display_url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    size: z.number().int(),
    expiration: z.number().int(),
    thumb: z.object({ url: z.string() }),
    medium: z.object({ url: z.string() }),
  }),
  success: z.literal(true),
  status: z.literal(200),
})

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
export const MAX_UPLOAD_PIXELS = 40_000_000
/**
 * Maximum length of either side in pixels, which is WebP's limit. Encoding a longer row costs far more
 * than its number of pixels suggests.
 */
export const MAX_UPLOAD_SIDE_PX = 16_383
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * Returns the URL of the smallest version, 320 pixels wide, of a photo on our own host. Other URLs are
 * unchanged.
 */
export function getThumbnail(address: string): string {
  return address.replace(/(\/images\/[0-9a-f]{2}\/[0-9a-f]{64})-(?:medium|full)\.webp$/, '$1-thumb.webp')
}

export const imageEndpoints = {
  uploadImage: {
    summary: 'Upload a photo as the multipart field `image`; compatible with imgbb',
    who: 'anyone',
    query: uploadQuery,
    output: uploadResult,
    upload: 'image',
    problems: ['body-too-large', 'upload-too-slow', 'unsupported-image', 'service-unavailable'],
    limit: 'U',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
