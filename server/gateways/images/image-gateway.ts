import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createBucket } from './bucket.ts'
import { createEncoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'
import { createOwnHost } from './own-host.ts'
import { createPictureBucket } from './picture-bucket.ts'
import { createPictureFolder } from './picture-folder.ts'
import { createRemoteHost } from './remote-host.ts'

/** Our own image host, on disk or in a bucket, or the one that the configuration names. */
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
  // A wrong key is told of now, not with the first photo.
  void bucket.check()
  return createOwnHost(createPictureBucket(bucket, folder), encoder)
}
