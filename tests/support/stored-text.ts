import { fc } from './fast-check.ts'

const characters = ['=', '+', '-', '@', "'", '"', ',', ';', '|', ' ', 'é', '“', '漢', 'a', '1']
const breaks = ['\t', '\n', '\r', '\r\n']
const emoji = ['🚗', '👩🏽‍🔧']

/** Generates strings with special characters of CSV files and spreadsheets. */
export const storedText = fc
  .array(fc.constantFrom(...characters, ...breaks, ...emoji), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
