import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

interface Chunk {
  file: string
  /** Chunks that load together with this one, unlike those that it requests later. */
  imports?: string[]
  css?: string[]
}

const outputFolder = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const renderer = join(import.meta.dirname, '..', '..', 'src-renderer')
const KB = 1000

const home = ['index.html', 'pages/HomePage.tsx']
const dashboard = ['index.html', 'app/DashboardLayout.tsx', 'app/AccountMenu.tsx', 'pages/PurchasesPage.tsx']

/** For each library, a string that its own code must contain. */
const marks = {
  zod: 'ZodError',
  firebase: 'identitytoolkit.googleapis.com',
  stripe: 'js.stripe.com',
}

test('the first load of the home page is at most 135 kB of JavaScript', () => {
  expect(gzipped(scriptsOf(home))).toBeLessThanOrEqual(135 * KB)
})

test('the dashboard of a signed-in buyer is at most 200 kB of JavaScript', () => {
  expect(gzipped(scriptsOf(dashboard))).toBeLessThanOrEqual(200 * KB)
})

test('an entry page makes at most 16 requests for scripts', () => {
  for (const page of ['Home', 'Search', 'Car', 'Login', 'Register'])
    expect(scriptsOf(['index.html', `pages/${page}Page.tsx`]).length, page).toBeLessThanOrEqual(16)
})

test('no page has more than 15 kB of styles', () => {
  const dashboardPages = readFileSync(join(renderer, 'app', 'dashboard-pages.ts'), 'utf8')
  const inDashboard = [...dashboardPages.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, file]) => file!)
  const pageChunks = Object.keys(manifest()).filter((name) => name.startsWith('pages/'))
  const pages = [...new Set([...inDashboard, ...pageChunks])]
  expect(pages.length).toBeGreaterThan(40)
  for (const name of pages) expect(gzipped(stylesOf(['index.html', name])), name).toBeLessThanOrEqual(15 * KB)
})

test('the home page starts without Firebase, Stripe, and zod; the dashboard without Firebase and Stripe', () => {
  for (const file of scriptsOf(home)) {
    expect(findScriptsWith('zod')).not.toContain(file)
    expect(findScriptsWith('firebase')).not.toContain(file)
    expect(findScriptsWith('stripe')).not.toContain(file)
  }
  for (const file of scriptsOf(dashboard)) {
    expect(findScriptsWith('firebase')).not.toContain(file)
    expect(findScriptsWith('stripe')).not.toContain(file)
  }
})

test('the manifest lists every script that index.html loads for the home page', () => {
  const scriptNames = [...read('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  )
  expect(scriptNames).not.toEqual([])
  expect(scriptsOf(home)).toEqual(expect.arrayContaining(scriptNames))
})

test('the bundle contains no text that looks like a secret', () => {
  const secret = /\b(sk|rk)_(test|live)_\w+|\bwhsec_\w+|-----BEGIN [A-Z ]*PRIVATE KEY/
  for (const file of allScripts()) expect(read(file).match(secret)?.[0], file).toBeUndefined()
})

function manifest(): Record<string, Chunk> {
  return JSON.parse(read(join('.vite', 'manifest.json'))) as Record<string, Chunk>
}

function read(file: string): string {
  return readFileSync(join(outputFolder, file), 'utf8')
}

function allScripts(): string[] {
  return readdirSync(join(outputFolder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`)
}

/**
 * Returns the scripts that contain the library's own code. Fails if none does, since the check would then
 * prove nothing.
 */
function findScriptsWith(library: keyof typeof marks): string[] {
  const holders = allScripts().filter((file) => read(file).includes(marks[library]))
  expect(holders, library).not.toEqual([])
  return holders
}

function scriptsOf(names: string[]): string[] {
  return chunksOf(names).map(({ file }) => file)
}

function stylesOf(names: string[]): string[] {
  return [...new Set(chunksOf(names).flatMap(({ css = [] }) => css))]
}

/** Returns these chunks and all chunks that load with them. */
function chunksOf(names: string[]): Chunk[] {
  const chunks = manifest()
  const reached = new Set<string>()
  const reach = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    chunkOf(chunks, name).imports?.forEach(reach)
  }
  names.forEach(reach)
  return [...reached].map((name) => chunkOf(chunks, name))
}

function chunkOf(chunks: Record<string, Chunk>, name: string): Chunk {
  const chunk = chunks[name]
  if (!chunk) throw new Error(`The build has no chunk ${name}.`)
  return chunk
}

function gzipped(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
}
