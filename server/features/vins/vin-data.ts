import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** A maker, as the first three characters of a VIN say, or of a small one those and the 12th to the 14th. */
export interface Maker {
  makes: readonly string[]
  /** What its VINs mean: places in `schemas`, and in which model years each holds. */
  schemas: readonly { place: number; from: number; to: number }[]
}

/** NHTSA's data on VINs, cut to what is read of it. */
export interface VinData {
  makers: ReadonlyMap<string, Maker>
  /**
   * By their places, a line each for what characters mean: a letter for the field, the pattern, a tab, and the value. Of
   * a field's lines the most particular come first.
   */
  schemas: readonly string[]
}

let data: Promise<VinData> | undefined

/** Read once, by whoever needs it first: half a megabyte, and four in memory. Where that fails, the next one tries again. */
export function readVinData(readPacked = () => readFile(FILE)): Promise<VinData> {
  data ??= read(readPacked).catch((error: unknown) => {
    data = undefined
    throw error
  })
  return data
}

const FILE = join(import.meta.dirname, 'nhtsa-vins.br')

/** Made by `scripts/cut-vin-data.ts`: the makers, and after each empty line a schema. */
async function read(readPacked: () => Promise<Buffer>): Promise<VinData> {
  const packed = await readPacked()
  const [makers = '', ...schemas] = (await promisify(brotliDecompress)(packed)).toString().split('\n\n')
  return { makers: new Map(makers.split('\n').map(readMaker)), schemas: ['', ...schemas] }
}

function readMaker(line: string): [string, Maker] {
  const [code = '', makes = '', schemas = ''] = line.split('\t')
  return [code, { makes: listOf(makes, '|'), schemas: listOf(schemas, ' ').map(readYears) }]
}

/** `12:2014-2016`, or to this day `12:2014-`. */
function readYears(text: string) {
  const [place, from, to] = text.split(/[:-]/)
  return { place: Number(place), from: Number(from), to: to ? Number(to) : Infinity }
}

function listOf(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator)
}
