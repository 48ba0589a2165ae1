import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/**
 * A maker, identified by the first three characters of a VIN; for a small maker, also by positions 12 to 14.
 */
export interface Maker {
  makes: readonly string[]
  /** The schemas of its VINs: places in `schemas`, and the model years in which each applies. */
  schemas: readonly { place: number; from: number; to: number }[]
}

/** NHTSA's data on VINs, reduced to the parts that we use. */
export interface VinData {
  makers: ReadonlyMap<string, Maker>
  /**
   * Schemas by place. Each line has a letter for the field, the pattern, a tab, and the value. The most
   * specific lines of a field come first.
   */
  schemas: readonly string[]
}

let data: Promise<VinData> | undefined

/**
 * Reads the data on first use, and only once: it takes 0.5 MB on disk and 4 MB in memory. If that fails, the
 * next call retries.
 */
export function readVinData(readPacked = () => readFile(FILE)): Promise<VinData> {
  data ??= read(readPacked).catch((error: unknown) => {
    data = undefined
    throw error
  })
  return data
}

const FILE = join(import.meta.dirname, 'nhtsa-vins.br')

/** Reads the file that `scripts/cut-vin-data.ts` made: the makers, and a schema after each empty line. */
async function read(readPacked: () => Promise<Buffer>): Promise<VinData> {
  const packed = await readPacked()
  const [makers = '', ...schemas] = (await promisify(brotliDecompress)(packed)).toString().split('\n\n')
  return { makers: new Map(makers.split('\n').map(readMaker)), schemas: ['', ...schemas] }
}

function readMaker(line: string): [string, Maker] {
  const [code = '', makes = '', schemas = ''] = line.split('\t')
  return [code, { makes: listOf(makes, '|'), schemas: listOf(schemas, ' ').map(readYears) }]
}

/** Parses years such as `12:2014-2016`, or `12:2014-` if the schema still applies. */
function readYears(text: string) {
  const [place, from, to] = text.split(/[:-]/)
  return { place: Number(place), from: Number(from), to: to ? Number(to) : Infinity }
}

function listOf(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator)
}
