import { describe, expect, it } from 'vitest'
import { measureStructure } from './metrics.ts'

const measure = (imports: Record<string, string[]>) => measureStructure(new Map(Object.entries(imports)))

describe('the metrics of the structure', () => {
  it('count files with exactly one importer', () => {
    const imports = { 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts', 'd.ts'], 'c.ts': [], 'd.ts': [] }
    expect(measure(imports).oneImporter).toBe(2)
  })

  it('count modules, layers, and the imports against them', () => {
    const measured = measure({
      'server/app/start.ts': ['server/sale/pay.ts', 'server/sale/hold.ts', 'server/db/table.ts'],
      'server/sale/pay.ts': ['server/db/table.ts', 'server/sale/hold.ts'],
      'server/sale/hold.ts': ['server/db/table.ts'],
      'server/db/table.ts': ['server/sale/pay.ts'],
      'contract/money.ts': [],
    })
    expect(measured).toMatchObject({
      serverModules: 3,
      serverLayers: 3,
      upwardImports: ['server/db → server/sale'],
    })
  })

  it('list the files of each cycle', () => {
    const measured = measure({
      'server/a.ts': ['server/b.ts'],
      'server/b.ts': ['server/c.ts', 'contract/d.ts'],
      'server/c.ts': ['server/a.ts'],
      'contract/d.ts': ['contract/e.ts'],
      'contract/e.ts': ['contract/d.ts'],
    })
    expect(measured.serverCycles).toEqual([['server/a.ts', 'server/b.ts', 'server/c.ts']])
    expect(measured.otherCycles).toEqual([['contract/d.ts', 'contract/e.ts']])
  })
})
