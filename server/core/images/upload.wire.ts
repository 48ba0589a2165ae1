import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Config } from '../../config/config.ts'
import type { StoredImage } from '../../gateways/images/images.ts'
import { shownPhoto } from '../../gateways/images/photo-addresses.ts'

/**
 * Builds a response in imgbb's format (api.imgbb.com).
 * @param expiration seconds until an unclaimed upload is deleted
 */
export function toWireUpload(
  image: StoredImage,
  { id, expiration }: { id: string; expiration: number },
  config: Config,
): EndpointOutput<'uploadImage'> {
  const url = shownPhoto(image.url, config)
  return {
    data: {
      id,
      url,
      display_url: url,
      width: image.width,
      height: image.height,
      size: image.bytes,
      expiration,
      thumb: { url: shownPhoto(image.thumbUrl, config) },
      medium: { url: shownPhoto(image.mediumUrl, config) },
    },
    success: true,
    status: 200,
  }
}
