import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('.env.example', () => {
  it('lists every variable that the server reads', () => {
    const listed = new Set(
      [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
        ([, name]) => name,
      ),
    )
    const source = readFileSync(join(root, 'server/config.ts'), 'utf8')
    const table = source.slice(
      source.indexOf('const variables = z.object({'),
      source.indexOf('type Variables'),
    )
    const read = [...table.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter((name) => !listed.has(name))).toEqual([])
  })
})
