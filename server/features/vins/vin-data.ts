import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/**
 * A maker, identified by the first three characters of a VIN. Small makers are also identified by positions
 * 12 to 14.
 */
export interface Maker {
  makes: readonly string[]
  /** The schemas that apply to the maker's VINs: their indexes in `VinData.schemas` and their model years. */
  schemas: readonly { index: number; from: number; to: number }[]
}

/** NHTSA's VIN data, reduced to the parts that we use. */
export interface VinData {
  makers: ReadonlyMap<string, Maker>
  /**
   * The schemas by index. Each line has a letter for the field, the pattern, a tab, and the value. A field's
   * most specific lines come first.
   */
  schemas: readonly string[]
}

let data: Promise<VinData> | undefined

/**
 * Reads the data only once, on first use. It takes 0.5 MB on disk and 4 MB in memory. If that fails, the next
 * call retries.
 */
export function readVinData(readPacked = () => readFile(FILE)): Promise<VinData> {
  data ??= unpackData(readPacked).catch((error: unknown) => {
    data = undefined
    throw error
  })
  return data
}

const FILE = join(import.meta.dirname, 'nhtsa-vins.br')

/**
 * Reads the file that `scripts/cut-vin-data.ts` wrote. It contains the makers, and a schema after each empty
 * line.
 */
async function unpackData(readPacked: () => Promise<Buffer>): Promise<VinData> {
  const packed = await readPacked()
  const [makers = '', ...schemas] = (await promisify(brotliDecompress)(packed)).toString().split('\n\n')
  return { makers: new Map(makers.split('\n').map(readMaker)), schemas: ['', ...schemas] }
}

function readMaker(line: string): [string, Maker] {
  const [code = '', makes = '', schemas = ''] = line.split('\t')
  return [code, { makes: splitList(makes, '|'), schemas: splitList(schemas, ' ').map(readYears) }]
}

/** Parses a schema's index and years, such as `12:2014-2016`, or `12:2014-` if the schema still applies. */
function readYears(text: string) {
  const [index, from, to] = text.split(/[:-]/)
  return { index: Number(index), from: Number(from), to: to ? Number(to) : Infinity }
}

function splitList(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator)
}
