/** `npm run move-photos`: moves the photos in DATA_DIR into the bucket that IMAGE_S3_BUCKET names. */
import { join } from 'node:path'
import { pino } from 'pino'
import { ProblemError } from '../contract/problems.ts'
import { loadConfig } from '../server/config.ts'
import { createBucket } from '../server/gateways/images/bucket.ts'
import { movePictures } from '../server/gateways/images/move-pictures.ts'
import { createPictureFolder } from '../server/gateways/images/picture-folder.ts'
import { expected, say } from './bootstrap/say.cjs'
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
  say(await describeFailure(error))
  process.exitCode = 1
}

async function move(): Promise<void> {
  const { imageBucket, dataDir } = loadConfig(process.env)
  if (!imageBucket) throw expected('Set IMAGE_S3_BUCKET and its key first, and restart Kerblight with them.')
  const bucket = createBucket(imageBucket, pino({ level: 'silent' }))
  try {
    const folder = join(dataDir, 'images')
    const { files, bytes, wereThere } = await movePictures(folder, createPictureFolder(dataDir), bucket, {
      onProgress: progress(),
    })
    const earlier = wereThere > 0 ? `, ${wereThere} of which were there from before` : ''
    console.log(
      `${files} files (${bytes} bytes)${earlier} are in ${imageBucket.bucket}, each compared with its copy; ${folder} no longer has them.`,
    )
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw expected(
      `The bucket failed: ${String(error.cause)}. No file was removed. Run this again: it goes on where it stopped.`,
    )
  } finally {
    bucket.close()
  }
}

function progress(): (done: number, files: number) => void {
  let saidAt = Date.now()
  return (done, files) => {
    if (Date.now() - saidAt < SAY_EVERY_MS) return
    saidAt = Date.now()
    console.log(`${done} of ${files} files`)
  }
}
