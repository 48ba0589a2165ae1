import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

import { illustration } from './illustrations.ts'
import { petrol } from './palette.ts'

/** Share of a maskable icon that no operating system crops (w3.org/TR/appmanifest/#icon-masks). */
const SAFE_ZONE = 0.8
const SOCIAL = { width: 1200, height: 630 }

/** The bitmaps that operating systems and link previews request, each with the function that draws it. */
export const ICONS: Readonly<Record<string, () => Promise<Buffer>>> = {
  '192.png': () => icon(192),
  '512.png': () => icon(512),
  'maskable-192.png': () => maskableIcon(192),
  'maskable-512.png': () => maskableIcon(512),
  // Apple's operating systems round the corners themselves and fill transparent areas with black, so this
  // icon fills the whole square.
  'apple-touch.png': () => maskableIcon(180),
  'social.jpg': socialPicture,
  // These are the console's icons. On screens with twice the pixel density, Electron uses the file whose name
  // ends in `@2x`.
  'tray.png': () => icon(16),
  'tray@2x.png': () => icon(32),
  'trayTemplate.png': () => mark(16, 'logo-template.svg'),
  'trayTemplate@2x.png': () => mark(32, 'logo-template.svg'),
}

/** Draws missing icons into `icons/` in the art folder. That folder is emptied whenever a drawing changes. */
export async function buildIcons(artDir: string): Promise<{ written: number }> {
  const outDir = join(artDir, 'icons')
  mkdirSync(outDir, { recursive: true })
  let written = 0
  for (const [name, draw] of Object.entries(ICONS)) {
    const file = join(outDir, name)
    if (existsSync(file)) continue
    // The file gets its final name only when it is complete. An interrupted build therefore draws it again.
    writeFileSync(`${file}.part`, await draw())
    renameSync(`${file}.part`, file)
    written += 1
  }
  return { written }
}

/**
 * Renders Kerblight's mark.
 * @param drawing the source file. For macOS, which colors menu bar icons itself, it is the mark in one color
 * on a transparent background.
 */
function mark(size: number, drawing = 'logo.svg'): Promise<Buffer> {
  return sharp(Buffer.from(illustration(drawing)), { density: (72 * size) / 64 })
    .resize(size, size)
    .png()
    .toBuffer()
}

async function icon(size: number): Promise<Buffer> {
  return sharp(await mark(size))
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

/** Renders the mark inside the safe zone. Its background color extends to the edges. */
async function maskableIcon(size: number): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: petrol } })
    .composite([{ input: await mark(Math.round(size * SAFE_ZONE)) }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

/** Renders the first hero scene with Kerblight's mark, placed where the scene leaves space for text. */
async function socialPicture(): Promise<Buffer> {
  const { width, height } = SOCIAL
  const scene = await sharp(Buffer.from(illustration('hero/1.svg')))
    .resize({ height })
    .toBuffer({ resolveWithObject: true })
  return sharp(scene.data)
    .extract({ left: scene.info.width - width, top: 0, width, height })
    .composite([{ input: await mark(180), left: 80, top: 120 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}
