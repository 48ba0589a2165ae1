import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { HINT_EDGE, listPhotoHints } from '../../src-renderer/features/cars/photo-hints.ts'
import { pixelate } from '../../src-renderer/features/cars/pixelate.ts'

/** A drawing with edges: a car-like shape in front of a wall. */
const scene = (
  width = 1600,
  height = 1200,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" width="${width}" height="${height}" preserveAspectRatio="none">
  <rect width="160" height="120" fill="#b9c4c8"/><rect y="80" width="160" height="40" fill="#5a5f63"/>
  ${Array.from({ length: 16 }, (_, index) => `<rect x="${index * 10}" width="5" height="78" fill="#8d979b"/>`).join('')}
  <rect x="30" y="50" width="100" height="36" rx="8" fill="#a31d1d"/><circle cx="52" cy="88" r="12"/><circle cx="108" cy="88" r="12"/>
  <rect x="66" y="70" width="28" height="8" fill="#fff"/></svg>`

const draw = (width?: number, height?: number) => sharp(Buffer.from(scene(width, height)))

async function hintsOf(image: Sharp): Promise<string[]> {
  const original = await image.png().toBuffer()
  const { width, height } = await sharp(original).metadata()
  const { data, info } = await sharp(original)
    .resize(HINT_EDGE, HINT_EDGE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  return listPhotoHints(pixels, { width, height })
}

const firstWords = async (image: Sharp) => (await hintsOf(image)).map((hint) => hint.split(':')[0])

describe('advice about a photo', () => {
  it.each<[string, Sharp, string[]]>([
    ['a sharp photo in daylight', draw(), []],
    ['a slightly soft photo', draw().blur(2), []],
    ['a blurred photo', draw().blur(16), ['Blurred']],
    ['a dark photo', draw().linear(0.15, 0), ['Dark']],
    ['an upright photo', draw(1200, 1600), ['Upright']],
    ['a small photo', draw(640, 480), ['Small']],
    ['a small, upright, dark photo', draw(300, 400).linear(0.15, 0), ['Dark', 'Upright', 'Small']],
    [
      'a single color',
      sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888' } }),
      ['Blurred'],
    ],
  ])('is right for %s', async (_, image, words) => {
    expect(await firstWords(image)).toEqual(words)
  })
})

it('a hidden area has few colors, and the rest of the photo is unchanged', () => {
  const [width, height] = [100, 50]
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) => (index * 7919) % 256)
  const changed = { data: data.slice(), width, height }
  pixelate(changed, { left: 20, top: 40, width: 30, height: 20 })
  const inside = new Set<string>()
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const isInside = x >= 20 && x < 50 && y >= 20 && y < 30
      if (isInside) inside.add(changed.data.slice(at, at + 3).join())
      else expect(changed.data.slice(at, at + 4)).toEqual(data.slice(at, at + 4))
    }
  expect(inside.size).toBeLessThanOrEqual(12)
})
