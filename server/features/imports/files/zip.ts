import { promisify } from 'node:util'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { RefusedFile } from './refused-file.ts'

/** A file in a zip file. */
export interface ZippedFile {
  name: string
  entry: Entry
}

/** More than any workbook has. */
const MAX_FILES = 2000
const DAMAGED = 'This zip file is damaged. Pack it again.'
export const LOCKED = 'This file has a password. Save it without one.'

const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)

/** Folders apart. @throws RefusedFile */
export async function listFiles(bytes: Buffer): Promise<ZippedFile[]> {
  const zip = await open(bytes, { lazyEntries: true }).catch(refuse)
  const files: ZippedFile[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) files.push({ name: entry.fileName, entry })
      if (files.length > MAX_FILES)
        reject(new RefusedFile(`This zip file holds more than ${MAX_FILES} files.`))
      else zip.readEntry()
    })
    zip.readEntry()
  }).catch(refuse)
  return files
}

/** @param bound is told of each piece, and throws where it is too much. @throws RefusedFile */
export async function readFile(
  bytes: Buffer,
  file: ZippedFile,
  bound: (chunk: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  await readChunks(bytes, file, (chunk) => {
    bound(chunk)
    chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Reads all files and keeps none. @param boundOf is told of each, and answers what takes its pieces. @throws RefusedFile */
export async function readEach(
  bytes: Buffer,
  boundOf: (name: string) => (chunk: Buffer) => void,
): Promise<void> {
  for (const file of await listFiles(bytes)) await readChunks(bytes, file, boundOf(file.name))
}

async function readChunks(
  bytes: Buffer,
  { entry }: ZippedFile,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  if (entry.isEncrypted()) throw new RefusedFile(LOCKED)
  const zip = await open(bytes, { lazyEntries: true }).catch(refuse)
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenReadStream)(entry).catch(refuse)
  try {
    for await (const chunk of stream) onChunk(chunk as Buffer)
  } catch (error) {
    refuse(error)
  }
}

type OpenReadStream = (
  entry: Entry,
  callback: (error: Error | null, stream: NodeJS.ReadableStream) => void,
) => void

function refuse(error: unknown): never {
  throw error instanceof RefusedFile ? error : new RefusedFile(DAMAGED, { cause: error })
}
