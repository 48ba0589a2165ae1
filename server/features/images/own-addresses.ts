import type { Config } from '../../config.ts'
import type { StoredImage } from '../../gateways/images/images.ts'

/** A picture with whole addresses, where it lies on this server, too. */
export function withOwnAddresses({ publicUrl }: Pick<Config, 'publicUrl'>, image: StoredImage): StoredImage {
  const absolute = (url: string) => (url.startsWith('/') ? publicUrl + url : url)
  return {
    ...image,
    url: absolute(image.url),
    mediumUrl: absolute(image.mediumUrl),
    thumbUrl: absolute(image.thumbUrl),
  }
}
