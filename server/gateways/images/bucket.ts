import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { BucketSettings } from '../../config/config.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

interface Connection {
  sdk: Sdk
  client: S3Client
}

interface BucketObject {
  size: number
  etag: string
  putAt: Date
}

/**
 * A bucket of an S3-compatible store. Operations that time out or are refused throw `service-unavailable`.
 */
export interface Bucket {
  readonly name: string
  /** Checks that the bucket exists and grants access, and logs an error otherwise. */
  check(): Promise<void>
  /**
   * Writes an object completely or not at all, as S3 guarantees (docs.aws.amazon.com/AmazonS3, "data
   * consistency model").
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<{ bytes: Uint8Array; etag: string } | null>
  head(name: string): Promise<BucketObject | null>
  /** Lists the object names, in batches of up to 1,000. */
  list(): AsyncIterable<string[]>
  delete(name: string): Promise<void>
  /** Reports whether the bucket failed to respond to the last request. A refusal counts as a response. */
  isUnreachable(): boolean
  close(): void
}

export interface BucketTimes {
  /** The time limit in milliseconds for reading a photo or its metadata, including retries. */
  readMs?: number
  /** The time limit in milliseconds for storing a photo, including retries. */
  writeMs?: number
}

const CONNECT_MS = 2000
const CONTENT_TYPE = 'image/webp'

/**
 * Creates a client for a bucket. The SDK is loaded with the first call, to keep installations without a
 * bucket fast.
 */
export function createBucket(settings: BucketSettings, log: Logger, times: BucketTimes = {}): Bucket {
  const { readMs = 5000, writeMs = 20_000 } = times
  const Bucket = settings.bucket
  let connecting: Promise<Connection> | null = null
  let isUnreachable = false
  let isFailing = false

  async function request<Output>(
    ms: number,
    send: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Output>,
  ): Promise<Output> {
    try {
      const { sdk, client } = await getConnection()
      const output = await send(sdk, client, { abortSignal: AbortSignal.timeout(ms) })
      recordSuccess()
      return output
    } catch (error) {
      recordFailure(error)
      throw createUnavailableError(describeBucketError(error))
    }
  }

  function getConnection(): Promise<Connection> {
    connecting ??= connect(settings).catch((error: unknown) => {
      connecting = null
      throw error
    })
    return connecting
  }

  function recordSuccess(): void {
    if (isFailing) log.info({ bucket: Bucket }, 'the photo bucket answers again')
    isFailing = isUnreachable = false
  }

  /** Records a failure, but logs only the first one until the bucket responds again. */
  function recordFailure(error: unknown): void {
    if (!isFailing)
      log.error({ bucket: Bucket, reason: describeBucketError(error) }, 'the photo bucket fails')
    isFailing = true
    isUnreachable = getErrorStatus(error) === undefined
  }

  function get(Key: string) {
    return request(readMs, async (sdk, client, options) => {
      const response = await client
        .send(new sdk.GetObjectCommand({ Bucket, Key }), options)
        .catch(nullIfMissing)
      return response && { bytes: await response.Body!.transformToByteArray(), etag: response.ETag! }
    })
  }

  return {
    name: Bucket,

    // For a missing bucket, a HEAD response has no explanation, but a GET response does.
    async check() {
      await get('none').catch(() => {})
    },

    async put(Key, Body) {
      const ContentMD5 = createHash('md5').update(Body).digest('base64')
      await request(writeMs, (sdk, client, options) =>
        client.send(
          new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5, ContentType: CONTENT_TYPE }),
          options,
        ),
      )
    },

    get,

    head: (Key) =>
      request(readMs, async (sdk, client, options) => {
        const response = await client
          .send(new sdk.HeadObjectCommand({ Bucket, Key }), options)
          .catch(nullIfMissing)
        return (
          response && { size: response.ContentLength!, etag: response.ETag!, putAt: response.LastModified! }
        )
      }),

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await request(writeMs, (sdk, client, options) =>
          client.send(
            new sdk.ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) }),
            options,
          ),
        )
        yield (page.Contents ?? []).map(({ Key }) => Key!)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async delete(Key) {
      await request(readMs, (sdk, client, options) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options),
      )
    },

    isUnreachable: () => isUnreachable,

    close() {
      connecting?.then(({ client }) => client.destroy()).catch(() => {})
    },
  }
}

async function connect({ endpoint, region, keyId, secret }: BucketSettings): Promise<Connection> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // Few stores other than Amazon's have a host name per bucket, so the URL path includes the bucket name.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS },
    // Some stores don't support the SDK's newer checksum headers. All support the MD5 that is sent with each
    // photo.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

function nullIfMissing(error: unknown): null {
  const { name } = error as Error
  if (name === 'NoSuchKey' || name === 'NotFound') return null
  throw error
}

function getErrorStatus(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/**
 * Describes an error for the log. It omits the error's other properties, which repeat the request, including
 * the access key ID.
 */
function describeBucketError(error: unknown): string {
  const { name, message } = error as Error
  return `${name} (${getErrorStatus(error) ?? 'no answer'}): ${message}`
}

export function createUnavailableError(cause?: string): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'Photos can’t be stored or loaded right now. Try again in a moment.',
    headers: { 'Retry-After': '10' },
    cause,
  })
}
