import { join } from 'node:path'
import type { Config } from '../../server/config/config.ts'
import { openTestBucket } from './bucket.ts'
import type { TestServer } from './server.ts'

/** Where a test's server keeps pictures. */
export interface PictureKeeper extends AsyncDisposable {
  config: Partial<Config>
  /** The file that a picture is in; a test may look for it, and make it old. */
  fileOf(server: TestServer, name: string): string
}

/** All of them: what is promised of pictures holds wherever they are kept. */
export const pictureKeepers: { name: string; open(): Promise<PictureKeeper> }[] = [
  { name: 'a folder', open: () => Promise.resolve(folder) },
  { name: 'a bucket', open: openBucket },
]

const folder: PictureKeeper = {
  config: {},
  fileOf: (server, name) => join(server.ctx.config.dataDir, 'images', name),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

async function openBucket(): Promise<PictureKeeper> {
  const bucket = await openTestBucket()
  return {
    config: { imageBucket: bucket.settings },
    fileOf: (_server, name) => bucket.fileOf(name),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  }
}
