import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIcons, ICONS } from '../../art/icons.ts'
import { petrol } from '../../art/palette.ts'

const publicDir = join(import.meta.dirname, '../../src-renderer/public')
const artDir = mkdtempSync(join(tmpdir(), 'kerblight-icons-'))
const iconPath = (name: string) => join(artDir, 'icons', name)

interface Manifest {
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}
const manifest = JSON.parse(readFileSync(join(publicDir, 'manifest.webmanifest'), 'utf8')) as Manifest

beforeAll(() => buildIcons(artDir))
afterAll(() => rmSync(artDir, { recursive: true }))

describe('the manifest', () => {
  it('lists existing icons with their actual sizes and types', async () => {
    for (const { src, sizes, type } of manifest.icons) {
      const { width, height, format } = await sharp(iconPath(src.replace('/art/icons/', ''))).metadata()
      expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type])
    }
  })

  it('contains all entries required for installation', () => {
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
    for (const requiredIcon of ['192x192 any', '512x512 any', '512x512 maskable'])
      expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain(requiredIcon)
  })
})

describe('icons', () => {
  it('fill maskable images to the edge and keep the mark within the safe zone', async () => {
    const size = 192
    const { data } = await sharp(iconPath('maskable-192.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const ground = [1, 3, 5].map((offset) => Number.parseInt(petrol.slice(offset, offset + 2), 16))
    const isGround = (x: number, y: number) =>
      ground.every((value, index) => Math.abs(data[(y * size + x) * 3 + index]! - value) < 12)
    const marked: number[] = []
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if (!isGround(x, y)) marked.push(Math.hypot(x - size / 2, y - size / 2) / size)
    expect(marked.length).toBeGreaterThan(size)
    expect(Math.max(...marked)).toBeLessThan(0.4)
  })

  it('stay below their size limits, and the social picture has the dimensions of link previews', async () => {
    for (const name of Object.keys(ICONS))
      expect([name, statSync(iconPath(name)).size < (name === 'social.jpg' ? 120_000 : 20_000)]).toEqual([
        name,
        true,
      ])
    const { width, height } = await sharp(iconPath('social.jpg')).metadata()
    expect([width, height]).toEqual([1200, 630])
  })

  it('are drawn once and redrawn if missing', async () => {
    expect(await buildIcons(artDir)).toEqual({ written: 0 })
    unlinkSync(iconPath('192.png'))
    expect(await buildIcons(artDir)).toEqual({ written: 1 })
    expect(existsSync(iconPath('192.png'))).toBe(true)
  })
})
