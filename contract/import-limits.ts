/** What a file of cars may be at most; bytes count as 1,024 to the kB. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  /** Of what a zip, gz, or .xlsx file holds. */
  unpackedBytes: 100 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  /** As much as a cell of Excel holds. */
  cellCharacters: 32_767,
} as const

/** How much of the cars on the lot a file may lack before taking them off it asks for their number. */
export const MISSING_SHARE = 0.2
