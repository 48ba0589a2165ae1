import { MAX_UPLOAD_BYTES } from '../../../contract/images.ts'
import { listZip, readEntry, type ZipEntry } from './zip-entries.ts'

/** A dropped or chosen file, or a file inside a zip file. */
export interface PhotoFile {
  /** The path, including dropped folders. */
  path: string
  size: number
  type: string
  source: File
  entry: ZipEntry | null
}

/** Matches files that operating systems create in folders, such as `Thumbs.db`. */
const CLUTTER = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i

/**
 * Returns the files, with each zip file replaced by its contents.
 * @throws InvalidFilesError
 */
export async function toPhotoFiles(files: readonly { path: string; file: File }[]): Promise<PhotoFile[]> {
  const photoFiles: PhotoFile[] = []
  for (const { path, file } of files)
    photoFiles.push(...(isZip(file) ? await unpack(file) : [toFile(path, file)]))
  return photoFiles.filter(({ path }) => !CLUTTER.test(path))
}

function isZip({ name }: File): boolean {
  return /\.zip$/i.test(name)
}

function toFile(path: string, file: File): PhotoFile {
  return {
    path: path.replace(/^\/+/, ''),
    size: file.size,
    type: file.type || getMediaType(path),
    source: file,
    entry: null,
  }
}

async function unpack(zip: File): Promise<PhotoFile[]> {
  const entries = await listZip(zip)
  return entries.map((entry) => ({
    path: entry.name,
    size: entry.size,
    type: getMediaType(entry.name),
    source: zip,
    entry,
  }))
}

const types = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
])

function getMediaType(path: string): string {
  return types.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? ''
}

/**
 * Returns the photo, unzipped if necessary.
 * @throws InvalidFilesError
 */
export async function readPhoto({ path, type, source, entry }: Omit<PhotoFile, 'size'>): Promise<File> {
  if (entry === null) return source
  const name = path.slice(path.lastIndexOf('/') + 1)
  return new File([await readEntry(source, entry, MAX_UPLOAD_BYTES)], name, { type })
}
