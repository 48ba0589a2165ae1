import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createBucket } from './bucket.ts'
import { createEncoder, type Encoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'
import { createJpegs } from './jpegs.ts'
import { createPictureBucket } from './picture-bucket.ts'
import { createPictureFolder } from './picture-folder.ts'
import { imageSizes, isJpegName, pictureName, type ImageSize } from './picture-names.ts'
import type { PictureStore } from './picture-store.ts'
import { createRemoteHost } from './remote-host.ts'

export function createImageGateway(
  config: Pick<Config, 'dataDir' | 'imageHost' | 'imageBucket'>,
  log: Logger,
): ImageGateway {
  const encoder = createEncoder(log)
  const folder = createPictureFolder(config.dataDir)
  const ownHost = createOwnHost(folder, encoder)
  if (config.imageHost) return { ...createRemoteHost(config.imageHost, encoder, log), find: ownHost.find }
  if (!config.imageBucket) return ownHost
  const bucket = createBucket(config.imageBucket, log)
  // This logs a wrong key at startup instead of with the first photo.
  void bucket.check()
  return createOwnHost(createPictureBucket(bucket, folder), encoder)
}

/**
 * Creates a host that stores photos under their hash and serves them. A photo that is uploaded twice is
 * stored once.
 */
function createOwnHost(pictures: PictureStore, encoder: Encoder): ImageGateway {
  const jpegs = createJpegs(pictures, encoder)
  return {
    async store(picture, clientKey) {
      const encoded = await encoder.encode(picture, clientKey)
      // The hash is valid only for a limited time, so it is determined right before the photos are stored.
      const hash = await pictures.hashFor(createHash('sha256').update(picture).digest('hex'))
      for (const size of imageSizes) await pictures.put(pictureName(hash, size), encoded[size])
      const pathOf = (size: ImageSize) => `/images/${pictureName(hash, size)}`
      return {
        hash,
        url: pathOf('full'),
        mediumUrl: pathOf('medium'),
        thumbUrl: pathOf('thumb'),
        width: encoded.width,
        height: encoded.height,
        bytes: encoded.full.byteLength,
        look: encoded.look,
      }
    },

    find: (name, caller) => (isJpegName(name) ? jpegs.find(name, caller) : pictures.find(name)),

    swept: pictures.swept,

    async close() {
      await encoder.close()
      await pictures.close()
    },
  }
}
