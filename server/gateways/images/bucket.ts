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
 * A bucket of an S3-compatible store. Operations that time out or are refused fail with
 * `service-unavailable`.
 */
export interface Bucket {
  readonly name: string
  /** Checks that the bucket exists and grants access. Logs an error if it doesn't. */
  check(): Promise<void>
  /**
   * Writes an object completely or not at all, as S3 guarantees (docs.aws.amazon.com/AmazonS3, "data
   * consistency model").
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<{ bytes: Uint8Array; etag: string } | null>
  head(name: string): Promise<BucketObject | null>
  /** Lists the objects' names, in batches of up to 1,000. */
  list(): AsyncIterable<string[]>
  delete(name: string): Promise<void>
  /** Returns true if the bucket did not respond to the last request. A refusal counts as a response. */
  isUnreachable(): boolean
  close(): void
}

export interface BucketTimes {
  /** Time limit in milliseconds for reading a photo or its metadata, including one retry. */
  readMs?: number
  /** Time limit in milliseconds for storing a photo, including two retries. */
  writeMs?: number
}

const CONNECT_MS = 2000
const TYPE = 'image/webp'

/**
 * Creates a client for a bucket. The SDK is loaded with the first call, so installations without a bucket
 * don't pay for loading it.
 */
export function createBucket(settings: BucketSettings, log: Logger, times: BucketTimes = {}): Bucket {
  const { readMs = 5000, writeMs = 20_000 } = times
  const Bucket = settings.bucket
  let connecting: Promise<Connection> | null = null
  let isUnreachable = false
  let isFailing = false

  async function ask<ApiResponse>(
    ms: number,
    send: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    try {
      const { sdk, client } = await connected()
      const answer = await send(sdk, client, { abortSignal: AbortSignal.timeout(ms) })
      recordSuccess()
      return answer
    } catch (error) {
      recordFailure(error)
      throw unavailable(reasonOf(error))
    }
  }

  function connected(): Promise<Connection> {
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

  /** Logs only the first failure until the bucket responds again. */
  function recordFailure(error: unknown): void {
    if (!isFailing) log.error({ bucket: Bucket, reason: reasonOf(error) }, 'the photo bucket fails')
    isFailing = true
    isUnreachable = statusOf(error) === undefined
  }

  function get(Key: string) {
    return ask(readMs, async (sdk, client, options) => {
      const answer = await client
        .send(new sdk.GetObjectCommand({ Bucket, Key }), options)
        .catch(nullIfNotThere)
      return answer && { bytes: await answer.Body!.transformToByteArray(), etag: answer.ETag! }
    })
  }

  return {
    name: Bucket,

    // For a missing bucket, a HEAD request returns no explanation, so this reads an object with GET, which
    // does.
    async check() {
      await get('none').catch(() => {})
    },

    async put(Key, Body) {
      const ContentMD5 = createHash('md5').update(Body).digest('base64')
      await ask(writeMs, (sdk, client, options) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5, ContentType: TYPE }), options),
      )
    },

    get,

    head: (Key) =>
      ask(readMs, async (sdk, client, options) => {
        const answer = await client
          .send(new sdk.HeadObjectCommand({ Bucket, Key }), options)
          .catch(nullIfNotThere)
        return answer && { size: answer.ContentLength!, etag: answer.ETag!, putAt: answer.LastModified! }
      }),

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await ask(writeMs, (sdk, client, options) =>
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
      await ask(readMs, (sdk, client, options) =>
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
    // With stores other than Amazon's, the bucket's name is part of the URL path. Few of them have a host
    // name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS },
    // Some stores don't support the SDK's newer checksum headers. All stores support the MD5 that is sent
    // with each photo.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

/**
 * Returns null if the object is missing; rethrows all other errors, because nothing works without the bucket.
 */
function nullIfNotThere(error: unknown): null {
  const { name } = error as Error
  if (name === 'NoSuchKey' || name === 'NotFound') return null
  throw error
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/**
 * Describes an error for the log. The rest of the error is omitted, because it repeats the request, including
 * the access key's name.
 */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  return `${name} (${statusOf(error) ?? 'no answer'}): ${message}`
}

export function unavailable(cause?: string): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'Photos can’t be stored or loaded right now. Try again in a moment.',
    headers: { 'Retry-After': '10' },
    cause,
  })
}
