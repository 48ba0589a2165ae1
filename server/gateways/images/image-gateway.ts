import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createBucket } from './bucket.ts'
import { createEncoder, type Encoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'
import { createJpegs } from './jpegs.ts'
import { createPhotoBucket } from './photo-bucket.ts'
import { createPhotoFolder } from './photo-folder.ts'
import { imageSizes, isJpegName, getPhotoName, type ImageSize } from './photo-file-names.ts'
import type { PhotoStore } from './photo-store.ts'
import { createRemoteHost } from './remote-host.ts'

export function createImageGateway(
  config: Pick<Config, 'dataDir' | 'imageHost' | 'imageBucket'>,
  log: Logger,
): ImageGateway {
  const encoder = createEncoder(log)
  const folder = createPhotoFolder(config.dataDir)
  const ownHost = createOwnHost(folder, encoder)
  if (config.imageHost) return { ...createRemoteHost(config.imageHost, encoder, log), find: ownHost.find }
  if (!config.imageBucket) return ownHost
  const bucket = createBucket(config.imageBucket, log)
  // This logs a wrong key at startup instead of with the first photo.
  void bucket.check()
  return createOwnHost(createPhotoBucket(bucket, folder), encoder)
}

/**
 * Creates a host that stores photos under their hash and serves them. A photo that is uploaded twice is
 * stored once.
 */
function createOwnHost(photos: PhotoStore, encoder: Encoder): ImageGateway {
  const jpegs = createJpegs(photos, encoder)
  return {
    async store(photo, clientKey) {
      const encoded = await encoder.encode(photo, clientKey)
      // The hash is valid only for a limited time, so it is determined right before the photos are stored.
      const hash = await photos.hashFor(createHash('sha256').update(photo).digest('hex'))
      for (const size of imageSizes) await photos.put(getPhotoName(hash, size), encoded[size])
      const pathOf = (size: ImageSize) => `/images/${getPhotoName(hash, size)}`
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

    find: (name, caller) => (isJpegName(name) ? jpegs.find(name, caller) : photos.find(name)),

    swept: photos.swept,

    async close() {
      await encoder.close()
      await photos.close()
    },
  }
}
