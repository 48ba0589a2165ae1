import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { siAudi, siBmw, siTesla } from 'simple-icons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { artFiles, buildArt } from '../../scripts/art/build-art.ts'

const files = new Map(artFiles())
const outDir = mkdtempSync(join(tmpdir(), 'kerblight-art-'))

beforeAll(() => {
  buildArt(outDir)
})
afterAll(() => {
  rmSync(outDir, { recursive: true })
})

describe('every picture', () => {
  it('is well-formed SVG that a strict reader accepts', async () => {
    await expect(
      sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')).metadata(),
    ).rejects.toThrow()
    for (const [path, svg] of files) {
      const { format, width, height } = await sharp(Buffer.from(svg)).metadata()
      expect({ path, format }).toEqual({ path, format: 'svg' })
      expect(width! * height!, path).toBeGreaterThan(0)
    }
  })

  it('holds numbers only where numbers belong', () => {
    for (const [path, svg] of files) expect(svg, path).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('carries no script, no style and nothing from outside, as the CSP demands', () => {
    for (const [path, svg] of files) {
      expect(svg, path).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<foreignObject|<image|@import/i)
      for (const [, target] of svg.matchAll(/href="([^"]*)"/g)) expect(target, path).toMatch(/^#/)
      for (const [, target] of svg.matchAll(/url\(([^)]*)\)/g)) expect(target, path).toMatch(/^#/)
      expect(svg.replace('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:|data:/)
    }
  })

  it('names each id once and refers only to ids it has', () => {
    for (const [path, svg] of files) {
      const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
      expect(new Set(ids).size, path).toBe(ids.length)
      for (const [, target] of svg.matchAll(/(?:href="|url\()#([^")]+)/g)) expect(ids, path).toContain(target)
    }
  })

  it('has a title, and is small enough to be one of many on a page', () => {
    for (const [path, svg] of files) {
      expect(svg, path).toMatch(/<title>[^<]+<\/title>/)
      expect(svg.length, path).toBeLessThan(
        path.startsWith('hero/') || path.startsWith('blog/') ? 45_000 : 20_000,
      )
    }
  })
})

describe('the marks of makes', () => {
  it('are the unchanged paths, in one colour, for light and dark tiles', () => {
    for (const [name, mark] of Object.entries({ tesla: siTesla, audi: siAudi, bmw: siBmw })) {
      const [light, dark] = [files.get(`brands/${name}.svg`), files.get(`brands/${name}-dark.svg`)]
      expect(light).toContain(`d="${mark.path}"`)
      expect(dark).toContain(`d="${mark.path}"`)
      expect(light).not.toBe(dark)
    }
  })
})

describe('buildArt', () => {
  it('writes what artFiles lists, and the same bytes each time', () => {
    for (const [path, svg] of files) expect(readFileSync(join(outDir, path), 'utf8'), path).toBe(svg)
    expect([...artFiles()]).toEqual([...files])
  })

  it('leaves pictures of the same generator alone', () => {
    const before = statSync(join(outDir, 'logo.svg')).mtimeMs
    expect(buildArt(outDir)).toEqual({ written: 0 })
    expect(statSync(join(outDir, 'logo.svg')).mtimeMs).toBe(before)
  })

  it('starts over, without leftovers, after an interrupted build or another generator', () => {
    unlinkSync(join(outDir, '.stamp'))
    writeFileSync(join(outDir, 'leftover.svg'), '<svg/>')
    expect(buildArt(outDir)).toEqual({ written: files.size })
    expect(readdirSync(outDir)).not.toContain('leftover.svg')
    writeFileSync(join(outDir, '.stamp'), 'another generator')
    expect(buildArt(outDir).written).toBe(files.size)
  })
})
