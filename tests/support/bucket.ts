import S3rver from '@20minutes/s3rver'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketSettings } from '../../server/config/config.ts'

/**
 * The state of the connection to the store: it is open, closes immediately, never responds, or breaks during
 * every upload or only once.
 */
type ConnectionState = 'open' | 'closed' | 'silent' | 'cut' | 'cut once'

export interface TestBucket extends AsyncDisposable {
  settings: BucketSettings
  /** The `IMAGE_S3_…` environment variables. */
  env: Record<string, string>
  way: ConnectionState
  /** Returns the path of an object's file. The file's modification time is the object's age. */
  fileOf(name: string): string
}

const BUCKET = 'pictures'
/** The only access key that s3rver accepts. */
const KEY = 'S3RVER'
const CUT_AFTER_BYTES = 2000

/** Starts a real S3 server (s3rver) with an empty bucket on a free port. Its connection can be blocked. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'kerblight-bucket-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  // Signatures of requests to the bucket itself are not checked, because s3rver omits the trailing slash that
  // S3 includes. s3rver checks the signatures of requests to objects.
  store.middleware.unshift((context, next) => {
    if (context.path === `/${BUCKET}/`) delete context.headers.authorization
    return next()
  })
  const { port } = await store.run()
  const sockets = new Set<Socket>()
  const front = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    lead(socket)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  let connectionState: ConnectionState = 'open'

  function lead(socket: Socket): void {
    if (connectionState === 'closed') socket.destroy()
    if (connectionState === 'closed' || connectionState === 'silent') return
    const onward = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    let sentBytes = 0
    socket.on('data', (chunk) => {
      sentBytes += chunk.length
      if (!connectionState.startsWith('cut') || sentBytes < CUT_AFTER_BYTES) return
      if (connectionState === 'cut once') connectionState = 'open'
      onward.destroy()
      socket.destroy()
    })
  }

  return {
    settings: { bucket: BUCKET, endpoint, region: 'us-east-1', keyId: KEY, secret: KEY },
    env: {
      IMAGE_S3_BUCKET: BUCKET,
      IMAGE_S3_ENDPOINT: endpoint,
      IMAGE_S3_KEY_ID: KEY,
      IMAGE_S3_SECRET: KEY,
    },
    get way() {
      return connectionState
    },
    /** Closes existing connections, so the new state applies to them, too. */
    set way(next) {
      connectionState = next
      for (const socket of sockets) socket.destroy()
    },
    fileOf: (name) => join(directory, BUCKET, `${name}._S3rver_object`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => front.close(resolve))
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
