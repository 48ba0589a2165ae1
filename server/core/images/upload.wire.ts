import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Config } from '../../config/config.ts'
import type { StoredImage } from '../../gateways/images/images.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'

/**
 * Builds a response in imgbb's format (api.imgbb.com).
 * @param expiration seconds until an unclaimed upload is deleted
 */
export function toWireUpload(
  image: StoredImage,
  { id, expiration }: { id: string; expiration: number },
  config: Config,
): EndpointOutput<'uploadImage'> {
  const url = toShownPhoto(image.url, config)
  return {
    data: {
      id,
      url,
      display_url: url,
      width: image.width,
      height: image.height,
      size: image.bytes,
      expiration,
      thumb: { url: toShownPhoto(image.thumbUrl, config) },
      medium: { url: toShownPhoto(image.mediumUrl, config) },
    },
    success: true,
    status: 200,
  }
}
