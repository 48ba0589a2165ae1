/** What a file of cars may be at most; bytes count as 1,024 to the kB. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  /** Of what a zip, gz, or .xlsx file holds. */
  unpackedBytes: 100 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  /** As much as a cell of Excel holds. */
  cellCharacters: 32_767,
  /** Of a value that becomes another: what is told of it, and compared. */
  valueCharacters: 80,
} as const

/** What to say of a file with more bytes. */
export const FILE_TOO_LARGE =
  `Files can be up to ${importLimits.bytes / 1024 / 1024} MB. Zip it, or split it into several files.` as const

/** How the names of files of cars end, zipped ones too. */
export const importEndings = ['.csv', '.tsv', '.txt', '.xlsx', '.zip', '.gz'] as const

/** How much of the cars on the lot a file may lack before taking them off it asks for their number. */
export const MISSING_SHARE = 0.2
