import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { createEncoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'
import { createLocalHost } from './local-host.ts'
import { createRemoteHost } from './remote-host.ts'

/** Our own image host, or the one that the configuration names. */
export function createImageGateway(config: Pick<Config, 'dataDir' | 'imageHost'>, log: Logger): ImageGateway {
  const encoder = createEncoder(log)
  return config.imageHost
    ? createRemoteHost(config.imageHost, encoder, log)
    : createLocalHost(config.dataDir, encoder)
}
