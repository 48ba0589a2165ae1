import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { writeEssentials } from '../../scripts/lib/write-essentials.ts'

let outDir: string
beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  outDir = mkdtempSync(join(root, '.cache', 'essentials-'))
  await writeEssentials(outDir)
})
afterAll(() => rmSync(outDir, { recursive: true }))

const read = (name: string) => readFileSync(join(outDir, `${name}.html`), 'utf8')

describe('writeEssentials', () => {
  it('writes the pages of text, and leaves nothing else', () => {
    expect(readdirSync(outDir).toSorted()).toEqual(['blogs.html', 'privacy.html', 'terms.html'])
  })

  it('writes each page’s whole text as plain markup', () => {
    expect(read('blogs')).toContain('What is a unit test, and why should we write them?')
    expect(read('blogs')).toContain('Object.create(vehicle)')
    expect(read('privacy')).toContain('There are no tracking cookies')
    expect(read('terms')).toContain('The rules for buying and selling on Kerblight')
    for (const name of ['blogs', 'privacy', 'terms']) {
      expect(read(name).match(/<h1/g)).toHaveLength(1)
      expect(read(name)).not.toMatch(/<script|<style|\son\w+=|<\/?noscript/)
    }
  })
})
