import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { importLimits } from '../../../../contract/import-limits.ts'
import { InvalidFileError } from './invalid-file.ts'
import { listFiles, LOCKED_ZIP_MESSAGE, readFile, type ZippedFile } from './zip.ts'

/** The XML parts of an .xlsx workbook by name. */
export type WorkbookParts = ReadonlyMap<string, Uint8Array>

export type Unpacked = { kind: 'text'; bytes: Buffer } | { kind: 'workbook'; parts: WorkbookParts }

const signatures = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  emptyZip: [0x50, 0x4b, 0x05, 0x06],
  gzip: [0x1f, 0x8b],
  /**
   * Microsoft's compound file format, used by workbooks from before Excel 2007 and by password-protected
   * ones.
   */
  compound: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
}

const CHOOSE_TABLE = 'Choose a CSV file or an .xlsx workbook.'
/** The name of the encrypted stream in a password-protected compound file. */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_EXCEL = 'This is an old Excel file (.xls). Open it in Excel, save it as .xlsx, and choose that.'
const COMPRESSED_TWICE = 'This file is compressed more than once. Unzip it, and choose the table inside.'
const TOO_LARGE = `Unpacked, this is larger than ${importLimits.unpackedBytes / 1024 / 1024} MB. Split it into several files.`

/**
 * Unpacks an upload: an uncompressed table, or the only table in a zip or gz file.
 * @throws InvalidFileError
 */
export async function unpack(bytes: Buffer): Promise<Unpacked> {
  if (hasSignature(bytes, 'gzip')) return readUnpacked(await unzipGz(bytes))
  if (hasSignature(bytes, 'emptyZip')) throw new InvalidFileError(`This zip file is empty. ${CHOOSE_TABLE}`)
  return hasSignature(bytes, 'zip') ? unpackZip(bytes) : readUnpacked(bytes)
}

async function unpackZip(bytes: Buffer): Promise<Unpacked> {
  const files = await listFiles(bytes)
  if (isWorkbook(files)) return unpackWorkbook(bytes, files)
  assertSupportedFormat(files)
  const tables = files.filter(({ name }) => !/(^|\/)(\.|__MACOSX\/)/.test(name))
  if (tables.length !== 1)
    throw new InvalidFileError(
      `This zip file holds ${tables.length} files. Put one table in it, or choose the table itself.`,
    )
  return readUnpacked(await readFile(bytes, tables[0]!, createSizeLimit()))
}

/** Reads unpacked bytes, which may be text or a workbook but not another archive. */
async function readUnpacked(bytes: Buffer): Promise<Unpacked> {
  if (hasSignature(bytes, 'compound'))
    throw new InvalidFileError(bytes.includes(ENCRYPTED_STREAM) ? LOCKED_ZIP_MESSAGE : OLD_EXCEL)
  if (hasSignature(bytes, 'pdf')) throw new InvalidFileError(`This is a PDF. ${CHOOSE_TABLE}`)
  if (hasSignature(bytes, 'gzip')) throw new InvalidFileError(COMPRESSED_TWICE)
  if (!hasSignature(bytes, 'zip')) return { kind: 'text', bytes }
  const files = await listFiles(bytes)
  if (isWorkbook(files)) return unpackWorkbook(bytes, files)
  assertSupportedFormat(files)
  throw new InvalidFileError(COMPRESSED_TWICE)
}

/** The workbook parts that contain cells or are needed to locate these parts. */
const WORKBOOK_PART = /\.(?:xml|rels)$/i

/** Unpacks a workbook within the size limits. Only the bytes that are counted here are parsed. */
async function unpackWorkbook(bytes: Buffer, files: readonly ZippedFile[]): Promise<Unpacked> {
  const limitSize = createSizeLimit()
  const parts = new Map<string, Uint8Array>()
  for (const file of files) {
    const part = await readFile(bytes, file, limitSize)
    if (WORKBOOK_PART.test(file.name)) parts.set(file.name, part)
  }
  return { kind: 'workbook', parts }
}

function isWorkbook(files: readonly ZippedFile[]): boolean {
  return files.some(({ name }) => name === 'xl/workbook.xml')
}

/** Messages for other spreadsheet formats by a file that identifies the format. */
const otherWorkbooks = {
  'xl/workbook.bin': 'This is a binary Excel file (.xlsb). Open it in Excel',
  'content.xml': 'This is an OpenDocument spreadsheet (.ods). Open it',
  'Index/Document.iwa': 'This is a Numbers spreadsheet. Open it in Numbers',
}

function assertSupportedFormat(files: readonly ZippedFile[]): void {
  const names = new Set(files.map(({ name }) => name))
  for (const [name, description] of Object.entries(otherWorkbooks))
    if (names.has(name)) throw new InvalidFileError(`${description}, save it as .xlsx, and choose that.`)
}

async function unzipGz(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: importLimits.unpackedBytes })
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new InvalidFileError(isTooLarge ? TOO_LARGE : 'This gz file is damaged. Pack it again.', { cause })
  }
}

/** Creates a function that counts unpacked bytes and throws if their total exceeds the limit. */
function createSizeLimit(): (chunk: Buffer) => void {
  let unpacked = 0
  return ({ length }) => {
    unpacked += length
    if (unpacked > importLimits.unpackedBytes) throw new InvalidFileError(TOO_LARGE)
  }
}

function hasSignature(bytes: Buffer, signature: keyof typeof signatures): boolean {
  const expectedBytes = signatures[signature]
  return expectedBytes.every((byte, index) => bytes[index] === byte)
}
