import { describe, expect, it } from 'vitest'
import { readPhoto, toPhotoFiles } from '../../src-renderer/features/photos/photo-file.ts'
import { createZip, type FileToZip } from '../support/zip.ts'

const MB = 1024 * 1024

async function unpack(...files: FileToZip[]) {
  const zip = new File([new Uint8Array(createZip(files))], 'photos.zip')
  return toPhotoFiles([{ path: 'photos.zip', file: zip }])
}

describe('a zip of photos', () => {
  it('lists photos from its directory, and unpacks each photo only when it is needed', async () => {
    const files = await unpack(
      { name: 'lot/1001-1.jpg', bytes: Buffer.from('first') },
      { name: '__MACOSX/lot/._1001-1.jpg', bytes: Buffer.from('clutter') },
      { name: 'lot\\1001-2.png', bytes: Buffer.from('second') },
    )
    expect(files.map(({ path, type, size }) => [path, type, size])).toEqual([
      ['lot/1001-1.jpg', 'image/jpeg', 5],
      ['lot/1001-2.png', 'image/png', 6],
    ])
    const photo = await readPhoto(files[1]!)
    expect([photo.name, photo.type, await photo.text()]).toEqual(['1001-2.png', 'image/png', 'second'])
  })

  it('never unpacks more than the maximum photo size, regardless of the declared size', async () => {
    const [bomb] = await unpack({ name: 'A.jpg', bytes: Buffer.alloc(64 * MB), claimed: 1000 })
    expect(bomb!.size).toBe(1000)
    await expect(readPhoto(bomb!)).rejects.toThrow('This photo is over 10 MB once unpacked.')
  })

  it('is rejected if it is truncated, not a zip, or has too many files', async () => {
    const complete = createZip([{ name: 'A.jpg', bytes: Buffer.from('photo') }])
    const read = (bytes: Buffer) =>
      toPhotoFiles([{ path: 'a.zip', file: new File([new Uint8Array(bytes)], 'a.zip') }])
    await expect(read(complete.subarray(0, complete.length - 30))).rejects.toThrow(/damaged or incomplete/)
    await expect(read(Buffer.from('<html>'))).rejects.toThrow(/damaged or incomplete/)
    const many = Array.from({ length: 10_001 }, (_, index) => ({
      name: `${index}.jpg`,
      bytes: Buffer.alloc(0),
    }))
    await expect(read(createZip(many))).rejects.toThrow(/too many files/)
  })
})
