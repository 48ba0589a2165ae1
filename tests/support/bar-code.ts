import bwip from 'bwip-js/node'
import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

/** Kinds of bar codes that encode VINs, by their names in bwip-js. */
export type BarCodeKind = 'code39' | 'code128' | 'datamatrix' | 'qrcode'

const [width, height] = [1280, 720]

/** Draws a sticker with a bar code as a camera sees it: on gray, slightly tilted, and out of focus. */
export async function drawSticker(kind: BarCodeKind, text: string, turn = 2): Promise<Sharp> {
  const isWide = kind.startsWith('code')
  const svg = bwip.toSVG({
    bcid: kind,
    text,
    scale: 4,
    padding: 10,
    backgroundcolor: 'ffffff',
    ...(isWide && { height: 16 }),
  })
  const sticker = await sharp(Buffer.from(svg))
    .resize(isWide ? { width: 1000 } : { height: 420 })
    .rotate(turn, { background: '#777777' })
    .toBuffer()
  const onGray = sharp({ create: { width, height, channels: 3, background: '#777777' } })
  return sharp(
    await onGray
      .composite([{ input: sticker }])
      .png()
      .toBuffer(),
  ).blur(0.8)
}

/** Writes a video of a single photo in a format that Chromium accepts as a camera (YUV4MPEG2). */
export async function writeStillVideo(path: string, picture: Sharp): Promise<void> {
  const gray = await picture.toColourspace('b-w').raw().toBuffer()
  const noColor = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), gray, noColor])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([head, frame, frame]))
}
