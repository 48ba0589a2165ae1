import type { Endpoint } from '../endpoint.ts'
import { uploadAnswer, uploadQuery } from '../images.ts'
import type { EndpointName } from '../paths.ts'

export const imageEndpoints = {
  uploadImage: {
    summary: 'Upload a photo as the multipart field `image`, as imgbb takes it',
    who: 'anyone',
    query: uploadQuery,
    output: uploadAnswer,
    upload: 'image',
    problems: ['body-too-large', 'upload-too-slow', 'unsupported-image', 'service-unavailable'],
    limit: 'U',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
