import iconv from 'iconv-lite'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../server/features/imports/files/read-table.ts'
import { buildSheetXml, buildWorkbook, buildWorkbookFromSheets, createZip } from '../support/zip.ts'

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
  encodings: [],
}

function toCsv(separator: string, table: readonly (readonly string[])[] = rows): string {
  return table
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\r\n')
}

const westernRows = [rows[0]!, ['1001', 'Citroën', 'Café, 50 € off'], ['1002', 'Audi', 'Plain']]

describe('reading a file', () => {
  const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

  describe.each(Object.entries(separators))('cells separated by a %s', (_, separator) => {
    it.each([
      ['UTF-8', 'utf8', false],
      ['UTF-8 with a byte order mark', 'utf8', true],
      ['UTF-16 LE', 'utf16-le', false],
      ['UTF-16 LE with a byte order mark', 'utf16-le', true],
      ['UTF-16 BE', 'utf16-be', false],
      ['UTF-16 BE with a byte order mark', 'utf16-be', true],
    ])('supports %s', async (_name, encoding, addBOM) => {
      expect(await readTable(iconv.encode(toCsv(separator), encoding, { addBOM }))).toEqual(expected)
    })

    it('supports Windows-1252', async () => {
      const { rows: parsedRows } = await readTable(
        iconv.encode(toCsv(separator, westernRows), 'windows-1252'),
      )
      expect(parsedRows.map(({ cells }) => cells)).toEqual(westernRows.slice(1))
    })
  })

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('supports %s, and returns the line number where each row begins', async (_, newline) => {
    const text = ['a,b', '"one', 'two",1', '', ',', 'x,2'].join(newline)
    const { rows: parsedRows } = await readTable(Buffer.from(text))
    expect(parsedRows.map(({ line }) => line)).toEqual([2, 6])
  })

  it('uses the separator that the first line declares', async () => {
    const { header, rows: parsedRows } = await readTable(Buffer.from('sep=;\r\na;b\r\n1,5;2'))
    expect([header, parsedRows]).toEqual([['a', 'b'], [{ line: 3, cells: ['1,5', '2'] }]])
  })

  it('supports workbooks', async () => {
    const { rows: parsedRows } = await readTable(buildWorkbook([...rows, ['1003', 'BMW', 42]]))
    expect(parsedRows.map(({ cells }) => cells)).toEqual([...rows.slice(1), ['1003', 'BMW', '42']])
  })

  it('skips an empty first sheet of a workbook', async () => {
    const { header, rows: parsedRows } = await readTable(buildWorkbook([], rows))
    expect(header).toEqual(rows[0])
    expect(parsedRows.map(({ line }) => line)).toEqual([2, 3])
  })

  it.each([
    [
      'a second version of the sheet',
      Buffer.from('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
    ],
    ['a bomb', Buffer.alloc(101 * 1024 * 1024)],
  ])('ignores %s outside the central directory of a workbook’s zip', async (_, bytes) => {
    const hiddenSheet = { name: 'xl/worksheets/sheet1.xml', bytes, isUnlisted: true }
    const { rows: parsedRows } = await readTable(buildWorkbook(rows, [], '', [hiddenSheet]))
    expect(parsedRows.map(({ cells }) => cells)).toEqual(rows.slice(1))
  })

  it('ignores a distant empty cell of a workbook', async () => {
    const farCell = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    expect((await readTable(buildWorkbook(rows, [], farCell))).rows).toHaveLength(2)
  })

  it.each([
    ['a title', 'Inventory of Lot 2, as of 11/23/2026\n\nstock;make;price\n1;Audi;9,5\n2;BMW;9,8', 1, 3],
    ['groups', 'vehicle;;money\nstock;make;price\n1;Audi;9,5', 1, 2],
  ])(
    'finds column names below %s, and adds a note about the skipped lines',
    async (_, text, skippedLines, line) => {
      const { header, rows: parsedRows, note } = await readTable(Buffer.from(text))
      expect(header).toEqual(['stock', 'make', 'price'])
      expect(parsedRows[0]).toEqual({ line: line + 1, cells: ['1', 'Audi', '9,5'] })
      expect(note).toBe(`Line ${skippedLines} was passed over: the columns are named in line ${line}.`)
    },
  )

  it('uses the first row as header if no column is recognized', async () => {
    const { header, note } = await readTable(Buffer.from('Lager;Marke\nid;make'))
    expect([header, note]).toEqual([['Lager', 'Marke'], null])
  })

  it('returns formula results as Excel displays them', async () => {
    const { rows: parsedRows } = await readTable(
      buildWorkbook([rows[0]!, ['1003', 'BMW', 10994.500000000002]]),
    )
    expect(parsedRows[0]!.cells).toEqual(['1003', 'BMW', '10994.5'])
  })

  it.each<[string, number | string, string]>([
    ['00000', 123, '00123'],
    ['#,##0" km"', 88412, '88,412 km'],
    ['0%', 0.25, '25%'],
    ['"$"#,##0', 24990.4, '$24,990'],
    ['[$$-409]#,##0.00', 24990, '$24,990.00'],
    ['#,##0.00 [$€-407]', 24990, '24,990.00 €'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 24990, '$24,990.00'],
    ['m/d/yyyy', 43101, '1/1/2018'],
    ['yyyy', 43101, '2018'],
    ['d-mmm', 46268, '3-Sep'],
    ['# ?/?', 1.5, '1 1/2'],
    ['@', 123, '123'],
    ['"Lot "@', 'A7', 'Lot A7'],
    ['General', 123456789012, '123456789012'],
    ['General', 24989.99999999, '24990'],
    ['"not closed', 7, '7'],
  ])('that is a workbook, with a cell of the format %s as Excel displays it', async (code, value, shown) => {
    const cell =
      typeof value === 'number'
        ? `<c r="A2" s="1"><v>${value}</v></c>`
        : `<c r="A2" s="1" t="inlineStr"><is><t>${value}</t></is></c>`
    const xml = `${buildSheetXml([['a', 'b']])}<row r="2">${cell}</row>`
    const { rows: parsedRows } = await readTable(
      buildWorkbookFromSheets([{ name: 'A', xml }], { formats: [code] }),
    )
    expect(parsedRows[0]!.cells).toEqual([shown])
  })

  it('supports workbooks that count days from 1904', async () => {
    const xml = `${buildSheetXml([['a', 'b']])}<row r="2"><c r="A2" s="1"><v>41639</v></c></row>`
    const file = buildWorkbookFromSheets([{ name: 'A', xml }], { formats: ['m/d/yyyy'], is1904: true })
    expect((await readTable(file)).rows[0]!.cells).toEqual(['1/1/2018'])
  })

  it('reads errors, formulas without results, and escaped characters in a workbook', async () => {
    const cells = [
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c><f>A1*2</f><v></v></c>',
      '<c t="str"><f>A1</f></c>',
      '<c t="str"><f>A1</f><v></v></c>',
      '<c><f>A1*2</f><v>7</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="inlineStr"><is><r><t>one_x000D_</t></r><r><t>two</t></r><rPh><t>no</t></rPh></is></c>',
    ]
    const xml = `${buildSheetXml([['a', 'b']])}<row>${cells.join('')}</row>`
    const { rows: parsedRows } = await readTable(buildWorkbookFromSheets([{ name: 'A', xml }]))
    const uncalculated = '#NOT CALCULATED!'
    expect(parsedRows).toEqual([
      { line: 2, cells: ['#DIV/0!', uncalculated, uncalculated, '', '7', 'TRUE', 'one\rtwo'] },
    ])
  })

  describe('a workbook with several sheets', () => {
    const cars = {
      name: 'Cars',
      xml: buildSheetXml([
        ['Stock', 'Make', 'Miles'],
        [1, 'Audi', 5],
      ]),
    }
    const trucks = {
      name: 'Trucks',
      xml: buildSheetXml([['List'], ['Kilometers', 'Stock #', 'Bed'], [9, 2, 'long']]),
    }
    const prices = {
      name: 'Rates',
      xml: buildSheetXml([
        ['Term', 'Rate'],
        [12, 5],
      ]),
    }

    it('returns the rows of each sheet that identifies cars, and a note about the other sheets', async () => {
      expect(await readTable(buildWorkbookFromSheets([cars, prices, trucks]))).toEqual({
        header: ['Stock', 'Make', 'Miles', 'Bed'],
        rows: [
          { line: 2, sheet: 'Cars', cells: ['1', 'Audi', '5', ''] },
          { line: 3, sheet: 'Trucks', cells: ['2', '', '9 km', 'long'] },
        ],
        encodings: [],
        note: 'We read the sheets “Cars” and “Trucks”. Sheet “Rates” was not read: none of its columns has a VIN, a stock number, or a make and model. In “Trucks”: Line 1 was passed over: the columns are named in line 2.',
      })
    })

    it('marks miles if the first sheet has kilometers', async () => {
      const { rows: parsedRows } = await readTable(buildWorkbookFromSheets([trucks, cars]))
      expect(parsedRows[1]!.cells).toEqual(['5 mi', '1', '', 'Audi'])
    })

    it('adds the unit of one sheet, and no unit for a sheet without a unit', async () => {
      const neutral = {
        name: 'Vans',
        xml: buildSheetXml([
          ['Stock', 'Make', 'Mileage'],
          [3, 'Ford', 7],
        ]),
      }
      const { header, rows: parsedRows } = await readTable(buildWorkbookFromSheets([cars, neutral]))
      expect(header).toEqual(['Stock', 'Make', 'Mileage'])
      expect(parsedRows.map(({ cells }) => cells[2])).toEqual(['5 mi', '7'])
    })

    it.each(['hidden', 'veryHidden'] as const)('skips sheets that are %s', async (state) => {
      const { rows: parsedRows, note } = await readTable(
        buildWorkbookFromSheets([{ ...trucks, state }, cars]),
      )
      expect([parsedRows, note]).toEqual([[{ line: 2, cells: ['1', 'Audi', '5'] }], null])
    })

    it('reads only the first sheet if no columns are recognized', async () => {
      const { header, note } = await readTable(buildWorkbookFromSheets([prices, { ...prices, name: 'Old' }]))
      expect(header).toEqual(['Term', 'Rate'])
      expect(note).toBe(
        'Sheet “Old” was not read: only “Rates” was, because no sheet has columns that we know.',
      )
    })

    it('skips a sheet that lacks columns of our own export', async () => {
      const ownSheet = {
        name: 'Export',
        xml: buildSheetXml([
          ['kerblight_id', 'stock', 'trim'],
          ['x', '1', 'S'],
        ]),
      }
      const { rows: parsedRows, note } = await readTable(buildWorkbookFromSheets([ownSheet, cars]))
      expect(parsedRows).toHaveLength(1)
      expect(note).toBe('Sheet “Cars” was not read: its columns differ from those of “Export”.')
    })
  })

  it('unpacks a gz, a zip, and a zip with a workbook', async () => {
    const bytes = Buffer.from(toCsv(','))
    expect(await readTable(gzipSync(bytes))).toEqual(expected)
    const hiddenFile = { name: '__MACOSX/._cars.csv', bytes: Buffer.from('x') }
    expect(await readTable(createZip([hiddenFile, { name: 'out/cars.csv', bytes }]))).toEqual(expected)
    const { header } = await readTable(createZip([{ name: 'cars.xlsx', bytes: buildWorkbook(rows) }]))
    expect(header).toEqual(rows[0])
  })

  it('removes the apostrophe that prevents a spreadsheet from running a cell', async () => {
    const { rows: parsedRows } = await readTable(Buffer.from("a,b,c\n'=1+1,'plain,''@x"))
    expect(parsedRows[0]!.cells).toEqual(['=1+1', "'plain", "'@x"])
  })
})

const repeatLine = (count: number, line: string) => `a,b\n${`${line}\n`.repeat(count)}`
const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',')

describe('an invalid file', () => {
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
    ...[
      '<!DOCTYPE html>\n<html><body><table><tr><td>make</td></tr></table></body></html>',
      '\r\n  <html xmlns="http://www.w3.org/1999/xhtml">\n<head></head></html>',
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">\n<html></html>',
      '<table border=1><tr><td>make</td><td>model</td></tr></table>',
      'From: <Saved by Blink>\nSnapshot-Content-Location: https://cars.example/\nMIME-Version: 1.0\n',
    ].flatMap((page): [string, () => Buffer, RegExp][] => [
      [
        `the web page ${page.slice(0, 30)}`,
        () => Buffer.from(page),
        /^This is a web page.*CSV file or \.xlsx/,
      ],
      [`the same in UTF-16`, () => iconv.encode(page, 'utf16-le', { addBOM: true }), /^This is a web page/],
      [
        `the same in a zip file`,
        () => createZip([{ name: 'cars.csv', bytes: Buffer.from(page) }]),
        /a web page/,
      ],
    ]),
    [
      'a binary workbook',
      () => createZip([{ name: 'xl/workbook.bin', bytes: Buffer.from('x') }]),
      /\.xlsb\b.*save it as \.xlsx/,
    ],
    [
      'an OpenDocument spreadsheet',
      () => createZip(['mimetype', 'content.xml'].map((name) => ({ name, bytes: Buffer.from('x') }))),
      /\.ods\b.*save it as \.xlsx/,
    ],
    [
      'a workbook with a cell far away',
      () => buildWorkbook(rows, [], '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      /something in cell XFD1048576, far from the rest\. Delete that/,
    ],
    [
      'a workbook with a row beyond the last',
      () => buildWorkbook(rows, [], '<row r="4000000000"/>'),
      /something in row 4,000,000,000, far/,
    ],
    [
      'a workbook whose sheets together span too many cells',
      () => {
        const row = (_: unknown, index: number) =>
          `<row r="${index + 1}"><c r="XFD${index + 1}"><v>1</v></c></row>`
        const xml = Array.from({ length: 600 }, row).join('')
        return buildWorkbookFromSheets(['A', 'B'].map((name) => ({ name, xml })))
      },
      /something in cell XFD11, far from the rest/,
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7'), /PDF.*CSV file or an \.xlsx/],
    ['a photo', () => Buffer.from([0xff, 0xd8, 0, 0, 0x4a, 0, 0x46]), /CSV file or an \.xlsx/],
    ['nothing', () => Buffer.alloc(0), /no table/],
    ['only a header', () => Buffer.from('a,b\n'), /no table/],
    ['20,001 rows', () => Buffer.from(repeatLine(20_001, '1,2')), /up to 20,000 rows.*Split it/],
    ['a header of 1,000 columns', () => Buffer.from(`${columns(1000)}\n1`), /up to 200 columns.*Delete/],
    ['a quote that is never closed', () => Buffer.from('a,b\n1,"2\n3,4\n'), /line 2.*Close it/],
    ['a gz that is damaged', () => gzipSync('a,b\n1,2').subarray(0, 15), /gz file is damaged/],
    [
      'a zip that is damaged',
      () => createZip([{ name: 'a', bytes: Buffer.from('a') }]).subarray(0, 20),
      /damaged/,
    ],
    [
      'a zip of two',
      () => createZip(['a.csv', 'b.csv'].map((name) => ({ name, bytes: Buffer.from('a,b\n1,2') }))),
      /holds 2 files.*one table/,
    ],
    ['a gz in a gz', () => gzipSync(gzipSync('a,b\n1,2')), /compressed more than once/],
    ['a bomb in a gz', () => gzipSync(Buffer.alloc(101 * 1024 * 1024)), /larger than 100 MB/],
    [
      'a bomb in a zip',
      () => createZip([{ name: 'a.csv', bytes: Buffer.alloc(101 * 1024 * 1024) }]),
      /larger than 100 MB/,
    ],
    [
      'a bomb in a zip with a small declared size',
      () => createZip([{ name: 'a.csv', bytes: Buffer.alloc(101 * 1024 * 1024), claimed: 10 }]),
      /damaged/,
    ],
    [
      'a workbook that is a bomb',
      () =>
        createZip([
          { name: 'xl/workbook.xml', bytes: Buffer.from('<workbook/>') },
          { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.alloc(101 * 1024 * 1024) },
        ]),
      /larger than 100 MB/,
    ],
    [
      'a workbook with a bomb of another type',
      () =>
        buildWorkbook(rows, [], '', [
          { name: 'xl/media/image1.png', bytes: Buffer.alloc(101 * 1024 * 1024) },
        ]),
      /larger than 100 MB/,
    ],
    [
      'a workbook that claims a smaller sheet than it has',
      () =>
        buildWorkbook(rows, [], '', [
          { name: 'xl/worksheets/sheet3.xml', bytes: Buffer.alloc(101 * 1024 * 1024), claimed: 10 },
        ]),
      /damaged/,
    ],
    [
      'a workbook in a zip whose sheet is a bomb',
      () => {
        const bomb = { name: 'xl/worksheets/sheet3.xml', bytes: Buffer.alloc(101 * 1024 * 1024) }
        return createZip([{ name: 'cars.xlsx', bytes: buildWorkbook(rows, [], '', [bomb]) }])
      },
      /larger than 100 MB/,
    ],
    [
      'an invalid workbook',
      () => createZip([{ name: 'xl/workbook.xml', bytes: Buffer.from('hello') }]),
      /workbook can’t be read.*CSV/,
    ],
  ])('is rejected with the limit and the remedy: %s', async (_, file, message) => {
    await expect(readTable(file())).rejects.toThrow(message)
  })
})

it('reads a table with markup in its cells', async () => {
  const { rows: parsedRows } = await readTable(Buffer.from('make,description\nAudi,<html><b>New</b>\n'))
  expect(parsedRows[0]!.cells).toEqual(['Audi', '<html><b>New</b>'])
})

it('accepts 20,000 rows, and a row of 1,000 cells, which the plan validates', async () => {
  expect((await readTable(Buffer.from(repeatLine(20_000, '1,2')))).rows).toHaveLength(20_000)
  const { rows: parsedRows } = await readTable(Buffer.from(`a,b\n${columns(1000)}`))
  expect(parsedRows[0]!.cells).toHaveLength(1000)
})
