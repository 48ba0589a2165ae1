import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp, { type Region } from 'sharp'
import { siAudi, siBmw, siTesla } from 'simple-icons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { artFiles, buildArt } from '../../art/build-art.ts'

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
    await expect(readSvg('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')).rejects.toThrow()
    for (const svg of files.values()) expect((await readSvg(svg)).format).toBe('svg')
  })

  it('contains no NaN, Infinity, or undefined', () => {
    expect(picturesWhere((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([])
  })

  it('contains no scripts, styles, or external resources, as the CSP requires', () => {
    const active = /<script|<style|\sstyle=|\son\w+=|<foreignObject|<image|@import|data:/i
    expect(picturesWhere((svg) => active.test(svg))).toEqual([])
    expect(picturesWhere((svg) => /href="(?!#)|url\((?!#)/.test(svg))).toEqual([])
    expect(picturesWhere((svg) => svg.replace('http://www.w3.org/2000/svg', '').includes('://'))).toEqual([])
  })

  it('defines each ID once and references only defined IDs', () => {
    expect(picturesWhere((svg) => new Set(idsIn(svg)).size !== idsIn(svg).length)).toEqual([])
    const hasDanglingReference = (svg: string) => {
      const ids = new Set(idsIn(svg))
      return [...svg.matchAll(/(?:href="|url\()#([^")]+)/g)].some(([, target]) => !ids.has(target!))
    }
    expect(picturesWhere(hasDanglingReference)).toEqual([])
  })

  it('has a title', () => {
    expect(picturesWhere((svg) => !/<title>[^<]+<\/title>/.test(svg))).toEqual([])
  })

  it('stays below its size limit, because a page shows many pictures', () => {
    const limit = (path: string) => (/^(hero|blog)\//.test(path) ? 45_000 : 20_000)
    expect(picturesWhere((svg, path) => svg.length > limit(path))).toEqual([])
  })
})

describe('hero scenes', () => {
  it('leave space for readable white text at the left or, if tall, in the upper half', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const wide = { left: 0, top: 0, width: 560, height: 470 }
      const tall = { left: 0, top: 0, width: 640, height: 390 }
      expect(await shareTooPaleForWhite(`hero/${number}.svg`, wide)).toBeLessThan(0.002)
      expect(await shareTooPaleForWhite(`hero/${number}-tall.svg`, tall)).toBeLessThan(0.002)
    }
  })
})

describe('the logos of makes', () => {
  it('contain the unchanged logo paths in variants for light and dark tiles', () => {
    for (const [name, mark] of Object.entries({ tesla: siTesla, audi: siAudi, bmw: siBmw })) {
      const [light, dark] = [files.get(`brands/${name}.svg`), files.get(`brands/${name}-dark.svg`)]
      expect(light).toContain(`d="${mark.path}"`)
      expect(dark).toContain(`d="${mark.path}"`)
      expect(light).not.toBe(dark)
    }
  })
})

describe('buildArt', () => {
  it('writes the files of artFiles with identical bytes each time', () => {
    for (const [path, svg] of files) expect(readFileSync(join(outDir, path), 'utf8')).toBe(svg)
    expect([...artFiles()]).toEqual([...files])
  })

  it('does not rewrite files from the same generator', () => {
    const before = statSync(join(outDir, 'logo.svg')).mtimeMs
    expect(buildArt(outDir)).toEqual({ written: 0 })
    expect(statSync(join(outDir, 'logo.svg')).mtimeMs).toBe(before)
  })

  it('rebuilds everything and removes old files after an interrupted build or a generator change', () => {
    unlinkSync(join(outDir, '.stamp'))
    writeFileSync(join(outDir, 'leftover.svg'), '<svg/>')
    expect(buildArt(outDir)).toEqual({ written: files.size })
    expect(readdirSync(outDir)).not.toContain('leftover.svg')
    writeFileSync(join(outDir, '.stamp'), 'another generator')
    expect(buildArt(outDir).written).toBe(files.size)
  })
})

function readSvg(svg: string) {
  return sharp(Buffer.from(svg)).metadata()
}

function picturesWhere(isBad: (svg: string, path: string) => boolean): string[] {
  return [...files].filter(([path, svg]) => isBad(svg, path)).map(([path]) => path)
}

function idsIn(svg: string): string[] {
  return [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
}

/** Returns the share of a region's pixels whose contrast with white text is below 4.5:1 (WCAG 2, 1.4.3). */
async function shareTooPaleForWhite(path: string, region: Region): Promise<number> {
  const picture = sharp(Buffer.from(files.get(path)!)).extract(region)
  const pixels = await picture.removeAlpha().raw().toBuffer()
  const linear = (channel: number) => ((channel / 255 + 0.055) / 1.055) ** 2.4
  let tooPale = 0
  for (let i = 0; i < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]
    const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    if (1.05 / (luminance + 0.05) < 4.5) tooPale += 1
  }
  return tooPale / (pixels.length / 3)
}
