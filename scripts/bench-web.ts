/**
 * `npm run bench:web` measures the pages that visitors usually open first. It prints their four Lighthouse
 * scores (mobile preset) and the amount of JavaScript. It serves the built product as in normal use. The
 * result is the median of three runs, because no machine is ever completely idle. Lighthouse is downloaded on
 * first use, because only this script needs it.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expected, print } from './bootstrap/print.cjs'
import { getChromium } from './lib/chromium.ts'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { buildIsolatedSettings } from './lib/default-settings.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'
import { run } from './lib/run.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const RUNS = 3
const port = Number(process.env.BENCH_PORT ?? 4600)
const base = `http://localhost:${port}`

/** The parts of Lighthouse's report that this script prints. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; details?: { items?: Transfer[] } }
  >
}

interface Transfer {
  resourceType?: string
  transferSize?: number
}

endWithParent()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'kerblight-bench-'))
let product: ChildProcess | undefined
try {
  await ensureDebianPackages()
  getChromium()
  await ensureBuilt()
  product = await startProduct(join(folder, 'data'))
  console.log(
    `${'page'.padEnd(12)}${categories.map((name) => name.padStart(16)).join('')}${'JS'.padStart(12)}   performance of each run`,
  )
  for (const path of ['/', `/car/${await anyCar()}`, '/search', '/login']) {
    const runs: Report[] = []
    while (runs.length < RUNS) runs.push(await measure(path))
    printRow(path, runs)
  }
  console.log(
    `Load while it ran: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores; above that, scores sink.`,
  )
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
} finally {
  if (product && product.exitCode === null) {
    product.kill('SIGTERM')
    await once(product, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

async function startProduct(dataDir: string): Promise<ChildProcess> {
  const env = { ...process.env, ...buildIsolatedSettings(port, dataDir) }
  // The request log goes nowhere: an unread pipe would fill up and then block the server's writes
  // permanently.
  const child = fork(join(root, 'scripts', 'start.ts'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  for (let attempt = 0; attempt < 240 && child.exitCode === null; attempt++) {
    if (await isReady()) return child
    await sleep(250)
  }
  child.kill('SIGTERM')
  throw expected(`Kerblight did not start on port ${port}. Choose another with BENCH_PORT.`)
}

function isReady(): Promise<boolean> {
  return fetch(`${base}/api/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function anyCar(): Promise<string> {
  const cars = (await (await fetch(`${base}/api/cars?limit=1`)).json()) as { _id: string }[]
  return cars[0]?._id ?? ''
}

async function measure(path: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const code = await run(
    'npm',
    [
      'exec',
      '--yes',
      '--loglevel=error',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      `${base}${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      '--no-enable-error-reporting',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { CHROME_PATH: getChromium() }, limitSeconds: 300 },
  )
  if (code !== 0) throw expected(`Lighthouse could not measure ${path}; its messages are above.`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/**
 * Prints the scores of the run with the median performance score, followed by every audit that lowers a
 * score.
 */
function printRow(path: string, runs: Report[]): void {
  const ordered = runs.toSorted((a, b) => getScore(a, 'performance') - getScore(b, 'performance'))
  const middle = ordered[Math.floor(RUNS / 2)]!
  const { audits } = middle
  const cells = categories.map((name) => String(getScore(middle, name)).padStart(16))
  const each = runs.map((run) => getScore(run, 'performance')).join(', ')
  console.log(
    `${path.slice(0, 11).padEnd(12)}${cells.join('')}${`${scriptKb(audits).toFixed(1)} kB`.padStart(12)}   ${each}`,
  )
  for (const { title, score, displayValue = '' } of Object.values(audits))
    if (score !== null && score < 0.9) console.log(`    ${title}${displayValue && `: ${displayValue}`}`)
}

/** Returns a score from 0 to 100. */
function getScore({ categories: scores }: Report, name: string): number {
  return Math.round((scores[name]?.score ?? 0) * 100)
}

function scriptKb(audits: Report['audits']): number {
  const items = audits['network-requests']?.details?.items ?? []
  const bytes = items
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ transferSize = 0 }) => transferSize)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
