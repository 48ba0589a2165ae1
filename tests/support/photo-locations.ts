import { join } from 'node:path'
import type { Config } from '../../server/config/config.ts'
import { openTestBucket } from './bucket.ts'
import type { TestServer } from './server.ts'

/** A storage location for photos on a test server. */
export interface PhotoLocation extends AsyncDisposable {
  config: Partial<Config>
  /** Returns the path of a photo's file, so a test can inspect and backdate the file. */
  fileOf(server: TestServer, name: string): string
}

/** All storage locations. Guarantees about photos hold for each of them. */
export const photoLocations: { name: string; open(): Promise<PhotoLocation> }[] = [
  { name: 'a folder', open: () => Promise.resolve(folder) },
  { name: 'a bucket', open: openBucket },
]

const folder: PhotoLocation = {
  config: {},
  fileOf: (server, name) => join(server.ctx.config.dataDir, 'images', name),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

async function openBucket(): Promise<PhotoLocation> {
  const bucket = await openTestBucket()
  return {
    config: { imageBucket: bucket.settings },
    fileOf: (_server, name) => bucket.fileOf(name),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  }
}
