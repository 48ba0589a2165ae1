/** The limits for an imported car spreadsheet. A kilobyte is 1,024 bytes. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  /** Maximum decompressed size of a zip, gz, or .xlsx file, in bytes. */
  unpackedBytes: 100 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  /** The capacity of an Excel cell. */
  cellCharacters: 32_767,
  /**
   * Maximum length of a mapped value. Longer values are truncated before they are reported and compared.
   */
  valueCharacters: 80,
} as const

export const FILE_TOO_LARGE =
  `Files can be up to ${importLimits.bytes / 1024 / 1024} MB. Zip it, or split it into several files.` as const

/** The accepted file name extensions, including compressed files. */
export const importEndings = ['.csv', '.tsv', '.txt', '.xlsx', '.zip', '.gz'] as const

/**
 * The share of the cars on the lot that may be missing from a spreadsheet. Beyond it, the seller must confirm
 * their removal by entering the number of cars.
 */
export const MISSING_SHARE = 0.2
