/** A file in a zip archive (APPNOTE.TXT 6.3) and its location in the archive. */
export interface ZipEntry {
  name: string
  /** The unpacked size in bytes that the archive claims. */
  size: number
  packedSize: number
  /** The offset of the entry's local header. */
  offset: number
  isDeflated: boolean
}

const END_BYTES = 22
const MAX_COMMENT = 65_535
const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const UNZIP_IT = 'Unzip it, and drop the folder.'
const BROKEN = `This zip file is damaged or incomplete. ${UNZIP_IT}`
const IN_64_BITS = 0xffffffff

/**
 * Lists an archive's files from its central directory. Contents are read on demand. Omits folders, encrypted
 * files, and files with rare compression methods. `@zip.js/zip.js` is unsuitable: it reads a directory of any
 * claimed size into memory, and its entries can't be stored with a job.
 * @throws InvalidFilesError
 */
export async function listZip(zip: Blob): Promise<ZipEntry[]> {
  const { count, size, offset } = await findDirectory(zip)
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES)
    throw new InvalidFilesError(`This zip file holds too many files. ${UNZIP_IT}`)
  const directory = await readView(zip, offset, size)
  try {
    return [...readEntries(directory, count)]
  } catch (error) {
    throw error instanceof RangeError ? new InvalidFilesError(BROKEN) : error
  }
}

async function findDirectory(zip: Blob): Promise<{ count: number; size: number; offset: number }> {
  const tail = await readView(zip, Math.max(0, zip.size - END_BYTES - MAX_COMMENT), zip.size)
  for (let position = tail.byteLength - END_BYTES; position >= 0; position--) {
    if (tail.getUint32(position) !== 0x504b0506) continue
    const [count, size, offset] = [
      tail.getUint16(position + 10, true),
      u32(tail, position + 12),
      u32(tail, position + 16),
    ]
    if (count === 0xffff || size === IN_64_BITS || offset === IN_64_BITS)
      throw new InvalidFilesError(`This zip file is too large. ${UNZIP_IT}`)
    return { count, size, offset }
  }
  throw new InvalidFilesError(BROKEN)
}

function* readEntries(directory: DataView<ArrayBuffer>, count: number): Generator<ZipEntry> {
  for (let read = 0, position = 0; read < count; read++) {
    if (directory.getUint32(position) !== 0x504b0102) throw new InvalidFilesError(BROKEN)
    const [flags, method] = [
      directory.getUint16(position + 8, true),
      directory.getUint16(position + 10, true),
    ]
    const nameLength = directory.getUint16(position + 28, true)
    const bytes = new Uint8Array(directory.buffer, directory.byteOffset + position + 46, nameLength)
    const name = nameIn(bytes)
    const isReadable = (flags & 1) === 0 && (method === 0 || method === 8)
    if (isReadable && !name.endsWith('/'))
      yield {
        name,
        size: u32(directory, position + 24),
        packedSize: u32(directory, position + 20),
        offset: u32(directory, position + 42),
        isDeflated: method === 8,
      }
    position +=
      46 + nameLength + directory.getUint16(position + 30, true) + directory.getUint16(position + 32, true)
  }
}

/**
 * Decodes a file name. Windows encodes non-ASCII letters in an unspecified code page, so such names are
 * garbled and less likely to match.
 */
function nameIn(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(bytes).replaceAll('\\', '/')
}

/**
 * Reads one archive entry.
 * @param maxBytes the maximum unpacked size, regardless of the size that the archive claims
 * @throws InvalidFilesError
 */
export async function readEntry(
  zip: Blob,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = await readView(zip, entry.offset, 30)
  if (header.byteLength < 30 || header.getUint32(0) !== 0x504b0304) throw new InvalidFilesError(BROKEN)
  const from = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = zip.slice(from, from + entry.packedSize)
  const stream = packed.stream()
  return gather(
    entry.isDeflated ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream,
    maxBytes,
  )
}

async function gather(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      size += chunk.value.byteLength
      if (size > maxBytes) throw new InvalidFilesError('This photo is over 10 MB once unpacked.')
      chunks.push(chunk.value)
    }
  } catch (error) {
    throw error instanceof InvalidFilesError ? error : new InvalidFilesError(BROKEN)
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

async function readView(zip: Blob, from: number, size: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(from, from + size).arrayBuffer())
}

function u32(view: DataView, position: number): number {
  return view.getUint32(position, true)
}

/** The error for files that can't be used. Its message explains what to do. */
export class InvalidFilesError extends Error {
  override name = 'InvalidFilesError'
}
