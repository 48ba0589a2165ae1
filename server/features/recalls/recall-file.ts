import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import iconv from 'iconv-lite'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { readRecallLine, RecallFileError, type RecalledPart } from './recall-line.ts'

/** Maximum unpacked size in bytes. NHTSA's files have about 200 MB. */
const MAX_BYTES = 1024 ** 3
/** Maximum length of a line in bytes. NHTSA's lines have up to about 20,000 characters. */
const MAX_LINE_BYTES = 64 * 1024
const NEWLINE = 0x0a

/**
 * Reads the recalls of vehicles from one of NHTSA's recall files, packed or unpacked, without loading the
 * whole file.
 * @throws RecallFileError that names the line
 */
export async function* readRecallFile(path: string): AsyncGenerator<RecalledPart> {
  const name = basename(path)
  let number = 0
  try {
    for await (const line of readLines(path)) {
      number++
      const part = line.trim() === '' ? null : readRecallLine(line)
      if (part) yield part
    }
  } catch (error) {
    if (!(error instanceof RecallFileError)) throw error
    throw new RecallFileError(
      number === 0 ? `${name} ${error.message}.` : `${name}: line ${number} ${error.message}.`,
      {
        cause: error,
      },
    )
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of readBounded(path)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield decode(bytes.subarray(start, end))
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > MAX_LINE_BYTES)
      throw new RecallFileError(`is not a text file with lines of up to ${MAX_LINE_BYTES / 1024} KiB`)
  }
  if (rest.length > 0) yield decode(rest)
}

function decode(bytes: Buffer): string {
  return iconv.decode(bytes, 'windows-1252').replace(/\r$/, '')
}

async function* readBounded(path: string): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of (await isZip(path)) ? readZipped(path) : createReadStream(path)) {
    size += (chunk as Buffer).length
    if (size > MAX_BYTES) throw new RecallFileError('is larger than 1 GiB')
    yield chunk as Buffer
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4)
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

async function* readZipped(path: string): AsyncGenerator<Buffer> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    yield* (await zip.openReadStreamPromise(await findText(zip))) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof RecallFileError) throw error
    throw new RecallFileError('is a damaged zip file', { cause: error })
  } finally {
    zip?.close()
  }
}

function findText(zip: ZipFile): Promise<Entry> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => reject(new RecallFileError('is a zip file without a .txt file')))
    zip.on('entry', (entry: Entry) => {
      if (!/\.txt$/i.test(entry.fileName)) zip.readEntry()
      else if (entry.isEncrypted()) reject(new RecallFileError('has a password'))
      else resolve(entry)
    })
    zip.readEntry()
  })
}
