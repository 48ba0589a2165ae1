import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecallFile } from '../../server/features/recalls/recall-file.ts'
import type { RecalledPart } from '../../server/features/recalls/recall-line.ts'
import { isModelOrVersion, nameKey } from '../../server/features/recalls/recall-models.ts'
import { formatRecallLine, type RecallFields } from '../support/recalls.ts'
import { createZip } from '../support/zip.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kerblight-recalls-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string | Buffer, name = 'FLAT_RCL.txt'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function readAll(path: string): Promise<RecalledPart[]> {
  const parts: RecalledPart[] = []
  for await (const part of readRecallFile(path)) parts.push(part)
  return parts
}

async function read(content: string | Buffer): Promise<RecalledPart[]> {
  return readAll(fileOf(content))
}

const linesOf = (...lines: RecallFields[]) =>
  lines.map((fields) => `${formatRecallLine(fields)}\r\n`).join('')

describe('a recall file', () => {
  it('is read with its texts, years, and days', async () => {
    expect(await read(linesOf({}))).toEqual([
      {
        makeKey: 'FORD',
        model: 'F-150',
        year: 2019,
        campaign: '19V901000',
        component: 'SEAT BELTS:FRONT:ANCHORAGE',
        summary: 'A bolt of the front seat belts may be loose.',
        consequence: 'A loose bolt may not restrain the passenger in a crash.',
        remedy: 'Dealers will tighten the bolt, free of charge.',
        reportedOn: '2019-03-15',
      },
    ])
  })

  it('excludes equipment, child seats, tires, and unknown model years', async () => {
    const others = ['E', 'C', 'T', 'I', 'X'].map((RCLTYPECD) => ({ RCLTYPECD }))
    expect(await read(linesOf(...others, { YEARTXT: '9999' }, { YEARTXT: '2020' }))).toMatchObject([
      { year: 2020 },
    ])
  })

  it.each([
    ['', null],
    ['99999999', null],
    ['20190230', null],
    ['20240229', '2024-02-29'],
  ])('converts the report date "%s" to %s', async (RCDATE, reportedOn) => {
    expect(await read(linesOf({ RCDATE }))).toMatchObject([{ reportedOn }])
  })

  it('is in Windows-1252, and keeps quotation marks', async () => {
    const text = formatRecallLine({
      MAKETXT: 'CITRO\u00cbN',
      DESC_DEFECT: 'The \x93hood\x94 latch\x92s "catch',
    })
    const [part] = await read(Buffer.from(text, 'latin1'))
    expect(part).toMatchObject({ makeKey: 'CITROEN', summary: 'The “hood” latch’s "catch' })
  })

  it('may end lines with or without carriage returns, end without a newline, and have blank lines', async () => {
    expect(
      await read(`${formatRecallLine()}\r\n\r\n${formatRecallLine()}\n${formatRecallLine()}`),
    ).toHaveLength(3)
  })

  it('has the same content with the 24 fields of 2007', async () => {
    const fields = formatRecallLine().split('\t').slice(0, 24)
    expect(await read(fields.join('\t'))).toEqual(await read(formatRecallLine()))
  })

  it('is stripped of control characters', async () => {
    expect(await read(linesOf({ DESC_DEFECT: 'A\0 defect\x1b[1m' }))).toMatchObject([
      { summary: 'A defect [1m' },
    ])
  })

  it('can be in a zip with other files', async () => {
    const text = { name: 'FLAT_RCL_POST_2010.txt', bytes: Buffer.from(linesOf({}, {})) }
    const packed = fileOf(createZip([{ name: 'read me.pdf', bytes: Buffer.from('-') }, text]), 'recalls')
    expect(await readAll(packed)).toHaveLength(2)
  })

  it.each<[string, string | Buffer, string]>([
    ['too few fields', 'a,b,c', 'line 1 has 1 field, but NHTSA’s format has at least 24.'],
    ['a page', '<!doctype html>\n<p>', 'line 1 has 1 field, but NHTSA’s format has at least 24.'],
    [
      'a header',
      formatRecallLine({ RECORD_ID: 'RECORD_ID' }),
      'line 1 has “RECORD_ID” in the field RECORD_ID instead of a number.',
    ],
    [
      'a bad year',
      linesOf({}, { YEARTXT: '20X9' }),
      'line 2 has “20X9” in the field YEARTXT instead of a year such as 2019.',
    ],
    ['no make', linesOf({ MAKETXT: ' ' }), 'line 1 has “” in the field MAKETXT instead of a make.'],
    ['no model', linesOf({ MODELTXT: '' }), 'line 1 has “” in the field MODELTXT instead of a model.'],
    [
      'no campaign',
      linesOf({}, {}, { CAMPNO: '' }),
      'line 3 has “” in the field CAMPNO instead of a campaign number such as 19V123000.',
    ],
    [
      'a bad type',
      linesOf({ RCLTYPECD: 'v1' }),
      'line 1 has “v1” in the field RCLTYPECD instead of one capital letter.',
    ],
    [
      'a bad date',
      linesOf({ RCDATE: '3/15/2019' }),
      'line 1 has “3/15/2019” in the field RCDATE instead of a date such as 20190315.',
    ],
    ['no lines', Buffer.alloc(100_000, 'a'), ' is not a text file with lines of up to 64 KiB.'],
    ['a damaged zip file', Buffer.from('PK\x03\x04 and nothing else'), ' is a damaged zip file.'],
    [
      'a zip file without text',
      createZip([{ name: 'a.csv', bytes: Buffer.from('a') }]),
      ' is a zip file without a .txt file.',
    ],
  ])('with %s is refused', async (_case, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })

  it('is read with little memory, even if it has 200 MB', async () => {
    const path = join(folder, 'large.txt')
    const block = `${formatRecallLine({ DESC_DEFECT: 'Long. '.repeat(300) })}\n`.repeat(1000)
    const blocks = 100
    await pipeline(Readable.from(Array(blocks).fill(block)), createWriteStream(path))
    const before = process.memoryUsage().rss
    let [lines, highest] = [0, before]
    for await (const { year } of readRecallFile(path))
      if (year === 2019 && ++lines % 10_000 === 0) highest = Math.max(highest, process.memoryUsage().rss)
    expect(lines).toBe(blocks * 1000)
    expect((highest - before) / 1024 ** 2).toBeLessThan(120)
  }, 60_000)
})

describe('a recalled model', () => {
  it.each([
    ['F-150', 'F-150', true],
    ['F-150 SUPERCREW', 'F-150', true],
    ['F150', 'F-150', true],
    ['F 150 LARIAT', 'F-150', true],
    ['F-1500', 'F-150', false],
    ['F-250', 'F-150', false],
    ['F-150', 'F-150 SuperCrew', false],
    ['MODEL 3', 'Model 3', true],
    ['MODEL 3 LONG RANGE', 'Model 3', true],
    ['MODEL 3', 'Model Y', false],
    ['MODEL', 'Model 3', false],
    ['MODEL 30', 'Model 3', false],
    ['SILVERADO 1500', 'Silverado', true],
    ['ACCORD/INSPIRE', 'Accord', true],
    ['CX-5', 'CX', false],
    ['MEGANE', 'Mégane', true],
    ['CIVIC', '', false],
    ['CIVIC', '-', false],
  ])('is matched to the model of a car: %s, %s, %s', (recalled, model, expected) => {
    expect(isModelOrVersion(recalled, model)).toBe(expected)
  })

  it('is matched by the letters and digits of its make', () => {
    expect(nameKey('MERCEDES BENZ')).toBe(nameKey('Mercedes-Benz'))
    expect(nameKey('LAND ROVER')).not.toBe(nameKey('Rover'))
  })
})
