import fc from 'fast-check'

const characters = ['=', '+', '-', '@', "'", '"', ',', ';', '|', ' ', 'é', '“', '漢', 'a', '1']
const breaks = ['\t', '\n', '\r', '\r\n']
const emoji = ['🚗', '👩🏽‍🔧']

/** Stored text that contains characters with a meaning in CSV files and spreadsheets. */
export const storedText = fc
  .array(fc.constantFrom(...characters, ...breaks, ...emoji), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))

/** Fixed, so that each run checks the same texts. */
export const SEED = 20_260_731
