import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { createRandom } from '../../server/seed/random.ts'

const HEADER = 'make,model,year,mileage,unit,fuel,transmission,engineCc,price'

function check(text: string): { status: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-prices-'))
  try {
    const file = join(folder, 'listings.csv')
    writeFileSync(file, text)
    const script = join(root, 'scripts', 'price-check.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
    return { status, lines: `${stdout}${stderr}`.trim().split('\n') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns listings whose prices follow one curve, with a known noise, in miles and kilometers. */
function generateListings(count: number): string {
  const random = createRandom(5)
  const rows = Array.from({ length: count }, (_, index) => {
    const [year, miles] = [2015 + Math.floor(random() * 8), Math.floor(random() * 100_000)]
    const noise = Math.exp((random() - 0.5) * 0.2)
    const price = 20_000 * Math.exp(0.1 * (year - 2018) - (0.05 * miles) / 10_000) * noise
    const isMetric = index % 3 === 0
    const mileage = isMetric ? Math.round(miles * 1.609344) : miles
    return `Ford,F-150,${year},${mileage},${isMetric ? 'km' : 'mi'},Petrol,Automatic,3500,${Math.round(price)}`
  })
  return [HEADER, ...rows].join('\n')
}

describe('npm run price:check', () => {
  it('measures generated listings whose noise is known', () => {
    const { status, lines } = check(generateListings(600))
    expect(status, lines.join('\n')).toBe(0)
    const figures = Object.fromEntries(
      lines.map((line) => [line.replace(/ [\d.]+%?$/, ''), Number(/[\d.]+(?=%?$)/.exec(line)?.[0])]),
    )
    expect(figures).toMatchObject({ n: 600, rated: 100 })
    // The noise is uniform up to 10%, so its median is 5%, and its 90th percentile 9%.
    expect(figures['median error']).toBeGreaterThan(4)
    expect(figures['median error']).toBeLessThan(6)
    expect(figures['p90 error']).toBeLessThan(11)
    expect(figures['inside the 80% range']).toBeGreaterThan(76)
    expect(figures['inside the 80% range']).toBeLessThan(86)
  })

  it.each([
    ['make,model\nFord,F-150', 'The file has no column named year'],
    [HEADER, 'The file has no listings with a price.'],
    [`${HEADER}\nFord,F-150,2019,1,mi,Petrol,Manual,3500,`, 'The file has no listings with a price.'],
  ])('rejects %j', (text, message) => {
    const { status, lines } = check(text)
    expect(status).toBe(2)
    expect(lines.join('\n')).toContain(message)
  })
})
