import iconv from 'iconv-lite'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../server/features/imports/files/read-table.ts'
import { workbookOf, zipOf } from '../support/zip.ts'

const rows = [
  ['stock', 'make', 'description'],
  ['1001', 'Škoda', 'Café racer, “as new”, 19" wheels; "sport"'],
  ['1002', 'Audi', 'Second line\nof two; with | and\ttab'],
]
const expected = {
  header: rows[0],
  rows: [
    { line: 2, cells: rows[1] },
    { line: 3, cells: rows[2] },
  ],
  note: null,
}

function written(separator: string, table: readonly (readonly string[])[] = rows): string {
  return table
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\r\n')
}

const western = [rows[0]!, ['1001', 'Citroën', 'Café, 50 € off'], ['1002', 'Audi', 'Plain']]

describe('a file is read', () => {
  const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

  describe.each(Object.entries(separators))('with a %s between cells,', (_, separator) => {
    it.each([
      ['UTF-8', 'utf8', false],
      ['UTF-8 with a byte order mark', 'utf8', true],
      ['UTF-16 LE', 'utf16-le', false],
      ['UTF-16 LE with a byte order mark', 'utf16-le', true],
      ['UTF-16 BE', 'utf16-be', false],
      ['UTF-16 BE with a byte order mark', 'utf16-be', true],
    ])('in %s', async (_name, encoding, addBOM) => {
      expect(await readTable(iconv.encode(written(separator), encoding, { addBOM }))).toEqual(expected)
    })

    it('in Windows-1252', async () => {
      const { rows: read } = await readTable(iconv.encode(written(separator, western), 'windows-1252'))
      expect(read.map(({ cells }) => cells)).toEqual(western.slice(1))
    })
  })

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('with %s, and says on which line a row begins', async (_, newline) => {
    const text = ['a,b', '"one', 'two",1', '', ',', 'x,2'].join(newline)
    const { rows: read } = await readTable(Buffer.from(text))
    expect(read.map(({ line }) => line)).toEqual([2, 6])
  })

  it('whose first line says what separates the cells', async () => {
    const { header, rows: read } = await readTable(Buffer.from('sep=;\r\na;b\r\n1,5;2'))
    expect([header, read]).toEqual([['a', 'b'], [{ line: 3, cells: ['1,5', '2'] }]])
  })

  it('that is a workbook', async () => {
    const { rows: read } = await readTable(workbookOf([...rows, ['1003', 'BMW', 42]]))
    expect(read.map(({ cells }) => cells)).toEqual([...rows.slice(1), ['1003', 'BMW', '42']])
  })

  it('that is a workbook whose first sheet is empty', async () => {
    const { header, rows: read } = await readTable(workbookOf([], rows))
    expect(header).toEqual(rows[0])
    expect(read.map(({ line }) => line)).toEqual([2, 3])
  })

  it.each([
    [
      'a second version of the sheet',
      Buffer.from('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
    ],
    ['a bomb', Buffer.alloc(101 * 1024 * 1024)],
  ])('that is a workbook whose zip contains %s outside its central directory', async (_, bytes) => {
    const hidden = { name: 'xl/worksheets/sheet1.xml', bytes, isUnlisted: true }
    const { rows: read } = await readTable(workbookOf(rows, [], '', [hidden]))
    expect(read.map(({ cells }) => cells)).toEqual(rows.slice(1))
  })

  it('that is a workbook with an empty cell far away', async () => {
    const far = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    expect((await readTable(workbookOf(rows, [], far))).rows).toHaveLength(2)
  })

  it.each([
    ['a title', 'Inventory of Lot 2, as of 11/23/2026\n\nstock;make;price\n1;Audi;9,5\n2;BMW;9,8', 1, 3],
    ['groups', 'vehicle;;money\nstock;make;price\n1;Audi;9,5', 1, 2],
  ])('whose columns are named below %s, and says so', async (_, text, above, line) => {
    const { header, rows: read, note } = await readTable(Buffer.from(text))
    expect(header).toEqual(['stock', 'make', 'price'])
    expect(read[0]).toEqual({ line: line + 1, cells: ['1', 'Audi', '9,5'] })
    expect(note).toBe(`Line ${above} was passed over: the columns are named in line ${line}.`)
  })

  it('whose columns we know none of, with the first row for their names', async () => {
    const { header, note } = await readTable(Buffer.from('Lager;Marke\nid;make'))
    expect([header, note]).toEqual([['Lager', 'Marke'], null])
  })

  it('that is a workbook, with what a formula reckons as Excel shows it', async () => {
    const { rows: read } = await readTable(workbookOf([rows[0]!, ['1003', 'BMW', 10994.500000000002]]))
    expect(read[0]!.cells).toEqual(['1003', 'BMW', '10994.5'])
  })

  it('out of a gz, a zip, and a zip with a workbook', async () => {
    const bytes = Buffer.from(written(','))
    expect(await readTable(gzipSync(bytes))).toEqual(expected)
    const hidden = { name: '__MACOSX/._cars.csv', bytes: Buffer.from('x') }
    expect(await readTable(zipOf([hidden, { name: 'out/cars.csv', bytes }]))).toEqual(expected)
    const { header } = await readTable(zipOf([{ name: 'cars.xlsx', bytes: workbookOf(rows) }]))
    expect(header).toEqual(rows[0])
  })

  it('without the apostrophe that keeps a spreadsheet from running a cell', async () => {
    const { rows: read } = await readTable(Buffer.from("a,b,c\n'=1+1,'plain,''@x"))
    expect(read[0]!.cells).toEqual(['=1+1', "'plain", "'@x"])
  })
})

const many = (count: number, line: string) => `a,b\n${`${line}\n`.repeat(count)}`
const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',')

describe('a file is refused, with the limit and the way out:', () => {
  it.each<[string, () => Buffer, RegExp]>([
    [
      'an old Excel file',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      /\.xls\b.*save it as \.xlsx/,
    ],
    [
      'a workbook with a password',
      () =>
        Buffer.concat([
          Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
          Buffer.alloc(1024),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
      /has a password\. Save it without one/,
    ],
    [
      'a binary workbook',
      () => zipOf([{ name: 'xl/workbook.bin', bytes: Buffer.from('x') }]),
      /\.xlsb\b.*save it as \.xlsx/,
    ],
    [
      'an OpenDocument spreadsheet',
      () => zipOf(['mimetype', 'content.xml'].map((name) => ({ name, bytes: Buffer.from('x') }))),
      /\.ods\b.*save it as \.xlsx/,
    ],
    [
      'a workbook with a cell far away',
      () => workbookOf(rows, [], '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      /something in cell XFD1048576, far from the rest\. Delete that/,
    ],
    [
      'a workbook with a row beyond the last',
      () => workbookOf(rows, [], '<row r="4000000000"/>'),
      /something in row 4,000,000,000, far/,
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7'), /PDF.*CSV file or an \.xlsx/],
    ['a picture', () => Buffer.from([0xff, 0xd8, 0, 0, 0x4a, 0, 0x46]), /CSV file or an \.xlsx/],
    ['nothing', () => Buffer.alloc(0), /no table/],
    ['a header alone', () => Buffer.from('a,b\n'), /no table/],
    ['20,001 rows', () => Buffer.from(many(20_001, '1,2')), /up to 20,000 rows.*Split it/],
    ['a header of 1,000 columns', () => Buffer.from(`${columns(1000)}\n1`), /up to 200 columns.*Delete/],
    ['a quote that is never closed', () => Buffer.from('a,b\n1,"2\n3,4\n'), /line 2.*Close it/],
    ['a gz that is damaged', () => gzipSync('a,b\n1,2').subarray(0, 15), /gz file is damaged/],
    [
      'a zip that is damaged',
      () => zipOf([{ name: 'a', bytes: Buffer.from('a') }]).subarray(0, 20),
      /damaged/,
    ],
    [
      'a zip of two',
      () => zipOf(['a.csv', 'b.csv'].map((name) => ({ name, bytes: Buffer.from('a,b\n1,2') }))),
      /holds 2 files.*one table/,
    ],
    ['a gz in a gz', () => gzipSync(gzipSync('a,b\n1,2')), /compressed more than once/],
    ['a bomb in a gz', () => gzipSync(Buffer.alloc(101 * 1024 * 1024)), /larger than 100 MB/],
    [
      'a bomb in a zip',
      () => zipOf([{ name: 'a.csv', bytes: Buffer.alloc(101 * 1024 * 1024) }]),
      /larger than 100 MB/,
    ],
    [
      'a bomb in a zip that says it is small',
      () => zipOf([{ name: 'a.csv', bytes: Buffer.alloc(101 * 1024 * 1024), claimed: 10 }]),
      /damaged/,
    ],
    [
      'a workbook that is a bomb',
      () =>
        zipOf([
          { name: 'xl/workbook.xml', bytes: Buffer.from('<workbook/>') },
          { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.alloc(101 * 1024 * 1024) },
        ]),
      /larger than 100 MB/,
    ],
    [
      'a workbook with a bomb of another type',
      () =>
        workbookOf(rows, [], '', [{ name: 'xl/media/image1.png', bytes: Buffer.alloc(101 * 1024 * 1024) }]),
      /larger than 100 MB/,
    ],
    [
      'a workbook that claims a smaller sheet than it has',
      () =>
        workbookOf(rows, [], '', [
          { name: 'xl/worksheets/sheet3.xml', bytes: Buffer.alloc(101 * 1024 * 1024), claimed: 10 },
        ]),
      /damaged/,
    ],
    [
      'a workbook in a zip whose sheet is a bomb',
      () => {
        const bomb = { name: 'xl/worksheets/sheet3.xml', bytes: Buffer.alloc(101 * 1024 * 1024) }
        return zipOf([{ name: 'cars.xlsx', bytes: workbookOf(rows, [], '', [bomb]) }])
      },
      /larger than 100 MB/,
    ],
    [
      'a workbook that is none',
      () => zipOf([{ name: 'xl/workbook.xml', bytes: Buffer.from('hello') }]),
      /workbook can’t be read.*CSV/,
    ],
  ])('%s', async (_, file, message) => {
    await expect(readTable(file())).rejects.toThrow(message)
  })
})

it('takes 20,000 rows, and a row of 1,000 cells, which is for the plan to judge', async () => {
  expect((await readTable(Buffer.from(many(20_000, '1,2')))).rows).toHaveLength(20_000)
  const { rows: read } = await readTable(Buffer.from(`a,b\n${columns(1000)}`))
  expect(read[0]!.cells).toHaveLength(1000)
})
