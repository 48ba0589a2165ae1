import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { demoCars } from '../server/seed/catalog.ts'
import { stockCars } from '../server/seed/demo-stock.ts'
import { buildPlainLook } from '../server/seed/demo-looks.ts'
import { buildDemoPhotos, type DemoPhoto } from '../server/seed/demo-photos.ts'
import { BODY_NAMES, OTHER_BODY_NAMES } from './bodies.ts'
import { buildIcons } from './icons.ts'
import { illustration, illustrations } from './illustrations.ts'
import { markFiles } from './marks.ts'
import { PAINT_NAMES } from './paints.ts'
import {
  SIDE_VIEWS,
  VIEWS,
  bodyEndPicture,
  bodyPicture,
  carPicture,
  lampPicture,
  shotPicture,
} from './pictures.ts'

const STAMP = '.stamp'

/** Yields all drawings: path below `/art/` → SVG source. */
export function* artFiles(): Generator<[path: string, svg: string]> {
  for (const body of [...BODY_NAMES, ...OTHER_BODY_NAMES]) {
    yield [`bodies/${body}.svg`, bodyPicture(body)]
    for (const side of ['front', 'rear'] as const)
      yield [`bodies/${body}-${side}.svg`, bodyEndPicture(body, side)]
  }
  for (const shape of [...BODY_NAMES, 'cybertruck'] as const) {
    const views = shape === 'cybertruck' ? SIDE_VIEWS : VIEWS
    yield [`lamps/${shape}.svg`, lampPicture(shape)]
    for (const paint of PAINT_NAMES) {
      for (const view of views) {
        yield [`cars/${shape}-${paint}-${view}.svg`, carPicture(buildPlainLook(shape, paint), view)]
      }
    }
  }
  for (const [url, shot] of demoShots()) yield [url.slice('/art/'.length), shotPicture(shot)]
  for (const [name, svg] of markFiles()) yield [`${name}.svg`, svg]
  yield* illustrations()
  yield ['favicon.svg', illustration('logo.svg')]
}

/** Returns the photos of the demo cars by URL, so that a drawing that several cars share is drawn once. */
function demoShots(): Map<string, DemoPhoto> {
  const shots = [...demoCars, ...stockCars].flatMap(buildDemoPhotos)
  return new Map(shots.map((shot) => [shot.url, shot]))
}

/**
 * Writes all drawings to `outDir`, unless the same generator has already written them. The stamp is written
 * last, so an interrupted build is repeated.
 */
export function buildArt(outDir: string): { written: number } {
  const stamp = generatorHash()
  if (readStamp(outDir) === stamp) return { written: 0 }
  rmSync(outDir, { recursive: true, force: true })
  let written = 0
  for (const [path, svg] of artFiles()) {
    const file = join(outDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, svg)
    written += 1
  }
  writeFileSync(join(outDir, STAMP), stamp)
  return { written }
}

function readStamp(outDir: string): string | undefined {
  try {
    return readFileSync(join(outDir, STAMP), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns a hash of all inputs: this folder's code and files, the demo cars, the random number generator, and
 * the brand marks.
 */
function generatorHash(): string {
  const artFolder = import.meta.dirname
  const sources = readdirSync(artFolder)
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(artFolder, name))
  const hash = createHash('sha256')
  for (const file of [...sources, join(artFolder, '../server/seed/random.ts'), marksManifest()]) {
    hash.update(readFileSync(file))
  }
  hash.update(JSON.stringify([...demoShots()]))
  for (const [path, svg] of illustrations()) hash.update(path).update(svg)
  return hash.digest('hex')
}

function marksManifest(): string {
  return join(dirname(createRequire(import.meta.url).resolve('simple-icons')), 'package.json')
}

if (import.meta.main) {
  const outDir = join(import.meta.dirname, '../src-renderer/public/art')
  const { written } = buildArt(outDir)
  await buildIcons(outDir)
  console.log(written ? `art: ${written} images written` : 'art: up to date')
}
