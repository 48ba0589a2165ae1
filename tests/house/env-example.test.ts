import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../server/config/config.ts'

describe('.env.example', () => {
  it('lists every variable that the server reads', () => {
    const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
    const listed = new Set([...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
    expect(settingNames.length).toBeGreaterThan(20)
    expect(settingNames.filter((name) => !listed.has(name))).toEqual([])
  })
})
