import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { parseXml } from './parse-xml.ts'

/** Formats a cell's value as Excel displays it in US English. */
export type ShowValue = (value: number | string) => string

/** Maximum length of a format code in Excel. */
const MAX_FORMAT_CODE_LENGTH = 255
const GENERAL = 'General'

/**
 * Reads the number format of each cell style from `xl/styles.xml`.
 * @param is1904 true if the workbook uses the 1904 date system
 */
export function readNumberFormats(styles: Uint8Array | undefined, is1904: boolean): ShowValue[] {
  if (!styles) return []
  const codes = new Map<number, string>()
  const formats: ShowValue[] = []
  const byId = new Map<number, ShowValue>()
  const path: string[] = []
  parseXml(styles, {
    open(name, attributes) {
      path.push(name)
      if (name === 'numFmt' && path.at(-2) === 'numFmts') {
        const { numFmtId, formatCode = GENERAL } = attributes()
        codes.set(Number(numFmtId), formatCode)
      }
      if (name !== 'xf' || path.at(-2) !== 'cellXfs') return
      const id = Number(attributes().numFmtId ?? 0)
      const show = byId.get(id) ?? showAs(codes.get(id) ?? getFormatFromId(id) ?? GENERAL, is1904)
      byId.set(id, show)
      formats.push(show)
    },
    close: () => void path.pop(),
  })
  return formats
}

/** The first day in the 1904 date system, as a day number in the default date system. */
const DAYS_TO_1904 = 1462

function showAs(code: string, is1904: boolean): ShowValue {
  if (code.length > MAX_FORMAT_CODE_LENGTH || /^general$/i.test(code)) return showGeneral
  const isDate = isDateFormat(code)
  const pattern = isDate ? code : removeLocale(code)
  const isForText = pattern.includes('@')
  return (value) => {
    if (typeof value === 'string' && !isForText) return value
    const excelValue = isDate && is1904 && typeof value === 'number' ? value + DAYS_TO_1904 : value
    try {
      return format(pattern, excelValue).trim()
    } catch {
      return showGeneral(value)
    }
  }
}

/**
 * Removes the locale from a number format. Excel takes the language of a date from the format, but the
 * separators of a number from the operating system.
 */
function removeLocale(code: string): string {
  return code.replace(/\[\$([^[\]"-]*)-[^[\]]*\]/g, '"$1"')
}

/** Number of significant digits that Excel retains. */
const DIGITS = 15

/**
 * Formats a value without a number format. All digits of a whole number are retained, although Excel
 * abbreviates long ones such as phone numbers to `1.23457E+11`.
 */
export function showGeneral(value: number | string): string {
  if (typeof value === 'string') return value
  const exact = Number(value.toPrecision(DIGITS))
  return Number.isInteger(exact) ? String(exact) : format(GENERAL, exact)
}
