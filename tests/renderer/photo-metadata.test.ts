import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { stripMetadata } from '../../src-renderer/api/photo-metadata.ts'
import { photo } from '../support/photo.ts'

/** Texts that the files contain as metadata, none of which may leave the browser. */
const secrets = ['GPS-SECRET', 'XMP-SECRET', 'COMMENT-SECRET', 'TRAILER-SECRET', 'CAMERA-SECRET']
const gps = {
  IFD0: { Make: 'CAMERA-SECRET' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 52/1 55/1', GPSMapDatum: 'GPS-SECRET' },
}
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>XMP-SECRET</a></x:xmpmeta>'

async function picture(orientation = 1) {
  const { buffer } = await photo('photo.jpg', 64, 48)
  return sharp(buffer).withMetadata({ orientation }).withExifMerge(gps).withXmp(xmp)
}

const strip = (bytes: Uint8Array) => {
  const stripped = stripMetadata(new Uint8Array(bytes))
  return stripped && Buffer.from(stripped)
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).rotate().raw().toBuffer()

function expectNoSecrets(bytes: Buffer) {
  const text = bytes.toString('latin1')
  for (const secret of secrets) expect(text).not.toContain(secret)
}

/** Adds a comment, an IPTC segment, and data behind the end, as phones do for motion photos. */
function addHiddenData(jpeg: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 16]), Buffer.from('COMMENT-SECRET')])
  const iptc = Buffer.concat([Buffer.from([0xff, 0xed, 0, 16]), Buffer.from('COMMENT-SECRET')])
  return Buffer.concat([jpeg.subarray(0, 2), comment, iptc, jpeg.subarray(2), Buffer.from('TRAILER-SECRET')])
}

describe('a photo without metadata', () => {
  it.each([1, 3, 6, 8])(
    'is the same JPEG in orientation %i, without location and texts',
    async (orientation) => {
      for (const progressive of [false, true]) {
        const jpeg = addHiddenData(await (await picture(orientation)).jpeg({ progressive }).toBuffer())
        expect(jpeg.toString('latin1')).toContain('GPS-SECRET')
        const stripped = strip(jpeg)!
        expectNoSecrets(stripped)
        const { exif, xmp, iptc, ...metadata } = await sharp(stripped).metadata()
        expect([xmp, iptc, metadata.orientation ?? 1]).toEqual([undefined, undefined, orientation])
        expect(exif?.length ?? 0).toBeLessThanOrEqual(32)
        expect(await pixelsOf(stripped)).toEqual(await pixelsOf(jpeg))
        expect(stripped.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      }
    },
  )

  it.each(['png', 'webp'] as const)('is the same upright %s', async (format) => {
    const original = await (await picture()).toFormat(format, { lossless: true }).toBuffer()
    expect(original.toString('latin1')).toContain('GPS-SECRET')
    const stripped = strip(original)!
    expectNoSecrets(stripped)
    expect(await pixelsOf(stripped)).toEqual(await pixelsOf(original))
    const { exif, xmp } = await sharp(stripped).metadata()
    expect([exif, xmp]).toEqual([undefined, undefined])
  })

  it.each(['jpeg', 'png', 'webp'] as const)('has the colors of the %s', async (format) => {
    const { buffer } = await photo('photo.jpg', 64, 48)
    const original = await sharp(buffer).withIccProfile('p3').withXmp(xmp).toFormat(format).toBuffer()
    const stripped = strip(original)!
    expectNoSecrets(stripped)
    const { icc } = await sharp(original).metadata()
    expect(icc).toBeInstanceOf(Buffer)
    expect((await sharp(stripped).metadata()).icc).toEqual(icc)
    expect(await pixelsOf(stripped)).toEqual(await pixelsOf(original))
  })

  it('has the colors of a CMYK JPEG, which are described only by an Adobe segment', async () => {
    const { buffer } = await photo('photo.jpg', 64, 48)
    const original = await sharp(buffer).toColourspace('cmyk').jpeg().toBuffer()
    expect(original.toString('latin1')).toContain('Adobe')
    expect(await pixelsOf(strip(original)!)).toEqual(await pixelsOf(original))
  })

  it('loses additional embedded photos, including their metadata', async () => {
    const jpeg = await (await picture()).jpeg().toBuffer()
    const list = Buffer.concat([Buffer.from([0xff, 0xe2, 0, 19]), Buffer.from('MPF\0CAMERA-SECRET')])
    const multiple = Buffer.concat([jpeg.subarray(0, 2), list, jpeg.subarray(2), jpeg])
    const stripped = strip(multiple)!
    expectNoSecrets(stripped)
    expect(stripped).toEqual(strip(jpeg))
  })

  it('is reencoded if it is a rotated PNG or WebP, or not a photo', async () => {
    for (const format of ['png', 'webp'] as const)
      expect(strip(await (await picture(6)).toFormat(format).toBuffer())).toBeNull()
    expect(strip(Buffer.from('<!doctype html>'))).toBeNull()
    expect(
      strip(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), Buffer.from('x'.repeat(9))])),
    ).toBeNull()
  })

  it('stays incomplete if it was truncated, so that the server can notify the user', async () => {
    const jpeg = await (await picture()).jpeg().toBuffer()
    const stripped = strip(jpeg.subarray(0, jpeg.length - 40))!
    expectNoSecrets(stripped)
    await expect(sharp(stripped, { failOn: 'error' }).raw().toBuffer()).rejects.toThrow(/premature end/)
    for (let length = 4; length < jpeg.length; length += 97)
      expectNoSecrets(strip(jpeg.subarray(0, length)) ?? Buffer.of())
  })
})
