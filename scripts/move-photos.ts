/** `npm run move-photos` moves the photos in DATA_DIR to the bucket in IMAGE_S3_BUCKET. */
import { pino } from 'pino'
import { ProblemError } from '../contract/api/problems.ts'
import { loadConfig } from '../server/config/config.ts'
import { createBucket } from '../server/gateways/images/bucket.ts'
import { movePhotos, type Move } from '../server/gateways/images/move-photos.ts'
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'

const SAY_EVERY_MS = 2000

endWithParent()
process.chdir(root)
try {
  loadEnvFile()
  await move()
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

async function move(): Promise<void> {
  const { imageBucket, dataDir } = loadConfig(process.env)
  if (!imageBucket) throw expected('Set IMAGE_S3_BUCKET and its key first, and restart Kerblight with them.')
  const bucket = createBucket(imageBucket, pino({ level: 'silent' }))
  try {
    console.log(
      describeMove(await movePhotos(dataDir, bucket, { onProgress: progress() }), imageBucket.bucket),
    )
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw expected(
      `The bucket failed: ${String(error.cause)}. No file was removed. Run this again to continue from here.`,
    )
  } finally {
    bucket.close()
  }
}

function describeMove({ files, bytes, wereThere }: Move, bucket: string): string {
  if (files === 0) return 'There are no photos in DATA_DIR to move.'
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const earlier = wereThere > 0 ? ` An earlier run had already copied ${formatFileCount(wereThere)}.` : ''
  return `Moved ${formatFileCount(files)} (${size}) to ${bucket}, and compared each copy with its file.${earlier}`
}

function formatFileCount(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}

function progress(): (done: number, files: number) => void {
  let printedAt = Date.now()
  return (doneFiles, files) => {
    if (Date.now() - printedAt < SAY_EVERY_MS) return
    printedAt = Date.now()
    console.log(`${doneFiles} of ${formatFileCount(files)}`)
  }
}
