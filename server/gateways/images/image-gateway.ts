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

/** Creates the image host: our own, on disk or in a bucket, or a client of the configured external host. */
export function createImageGateway(
  config: Pick<Config, 'dataDir' | 'imageHost' | 'imageBucket'>,
  log: Logger,
): ImageGateway {
  const encoder = createEncoder(log)
  const folder = createPictureFolder(config.dataDir)
  const own = createOwnHost(folder, encoder)
  if (config.imageHost) return { ...createRemoteHost(config.imageHost, encoder, log), find: own.find }
  if (!config.imageBucket) return own
  const bucket = createBucket(config.imageBucket, log)
  // Checking now logs a wrong key at startup, not with the first photo.
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
      // This is called right before the photos are stored, because its result is valid only for a limited
      // time.
      const hash = await pictures.hashFor(createHash('sha256').update(picture).digest('hex'))
      for (const size of imageSizes) await pictures.put(pictureName(hash, size), encoded[size])
      const address = (size: ImageSize) => `/images/${pictureName(hash, size)}`
      return {
        hash,
        url: address('full'),
        mediumUrl: address('medium'),
        thumbUrl: address('thumb'),
        width: encoded.width,
        height: encoded.height,
        bytes: encoded.full.byteLength,
      }
    },

    find: (name, asker) => (isJpegName(name) ? jpegs.find(name, asker) : pictures.find(name)),

    swept: pictures.swept,

    async close() {
      await encoder.close()
      await pictures.close()
    },
  }
}
