import { promisify } from 'node:util'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { InvalidFileError } from './invalid-file.ts'

export interface ZippedFile {
  name: string
  entry: Entry
}

/** Maximum number of files in a zip file. No workbook has that many. */
const MAX_FILES = 2000
const DAMAGED_ZIP_MESSAGE = 'This zip file is damaged. Pack it again.'
export const LOCKED_ZIP_MESSAGE = 'This file has a password. Save it without one.'

const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)

/**
 * Lists the files in a zip file, without folders.
 * @throws InvalidFileError
 */
export async function listFiles(bytes: Buffer): Promise<ZippedFile[]> {
  const zip = await open(bytes, { lazyEntries: true }).catch(throwInvalidFile)
  const files: ZippedFile[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) files.push({ name: entry.fileName, entry })
      if (files.length > MAX_FILES)
        reject(new InvalidFileError(`This zip file holds more than ${MAX_FILES} files.`))
      else zip.readEntry()
    })
    zip.readEntry()
  }).catch(throwInvalidFile)
  return files
}

/**
 * Reads one file in a zip file.
 * @param bound receives each chunk, and throws if the total size is too large
 * @throws InvalidFileError
 */
export async function readFile(
  bytes: Buffer,
  { entry }: ZippedFile,
  bound: (chunk: Buffer) => void,
): Promise<Buffer> {
  if (entry.isEncrypted()) throw new InvalidFileError(LOCKED_ZIP_MESSAGE)
  const zip = await open(bytes, { lazyEntries: true }).catch(throwInvalidFile)
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenReadStream)(entry).catch(
    throwInvalidFile,
  )
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bound(chunk)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    return throwInvalidFile(error)
  }
}

type OpenReadStream = (
  entry: Entry,
  callback: (error: Error | null, stream: NodeJS.ReadableStream) => void,
) => void

function throwInvalidFile(error: unknown): never {
  throw error instanceof InvalidFileError
    ? error
    : new InvalidFileError(DAMAGED_ZIP_MESSAGE, { cause: error })
}
