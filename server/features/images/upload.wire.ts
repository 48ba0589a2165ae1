import type { EndpointOutput } from '../../../contract/endpoint.ts'
import type { StoredImage } from '../../gateways/images/images.ts'

/** imgbb's answer (api.imgbb.com). @param expiration seconds for which it waits to be claimed */
export function toWireUpload(
  image: StoredImage,
  { id, expiration }: { id: string; expiration: number },
): EndpointOutput<'uploadImage'> {
  return {
    data: {
      id,
      url: image.url,
      display_url: image.url,
      width: image.width,
      height: image.height,
      size: image.bytes,
      expiration,
      thumb: { url: image.thumbUrl },
      medium: { url: image.mediumUrl },
    },
    success: true,
    status: 200,
  }
}
