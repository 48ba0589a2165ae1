/**
 * `npm run bench:load` measures the server's responses at five times its capacity. The built product runs on
 * one core, in its own process and with its own data. Another process sends requests over loopback on
 * schedule, without waiting for responses. The result is the median of three rounds, because no machine is
 * ever completely idle.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../contract/api/limits.ts'
import { print, step } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { buildIsolatedSettings } from './lib/default-settings.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'
import { prepareLoad } from './load/prepare-load.ts'
import { isSuccess, report, type Round } from './load/report.ts'
import { createClient, type Client } from './load/send.ts'
import { pinToCore } from './load/pin-to-core.ts'
import { startServerProcess, type ServerProcess } from './load/processes.ts'
import { createTraffic } from './load/traffic.ts'

const ROUNDS = 3
const TIMES = 5
const WARM_UP_SECONDS = 6
const CAPACITY_SECONDS = 6
const OVERLOAD_SECONDS = 15
/** Number of connections: enough to keep the server busy, and few enough that no request waits long. */
const CONNECTIONS = 8
const port = Number(process.env.BENCH_PORT ?? 4600)

endWithParent()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'kerblight-load-'))
const env = {
  ...buildIsolatedSettings(port, folder),
  TRUST_PROXY: 'loopback',
  // The benchmark measures the server's capacity, so the limits per IP address must not apply.
  LIMITS: Object.keys(limits)
    .map((name) => `${name}=100000000`)
    .join(),
}
let server: ServerProcess | undefined
try {
  await ensureBuilt()
  const setup = await step('Creating the data', () => prepareLoad(env))
  server = await startServerProcess('server/serve.ts', {
    port,
    env,
    ready: '/api/readyz',
    onSpawn: divideCores,
  })
  const client = createClient(port, createTraffic(setup, `localhost:${port}`))
  await step('Warming up', () => client.inSequence(CONNECTIONS, WARM_UP_SECONDS))
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round++)
    rounds.push(await step(`Round ${round} of ${ROUNDS}`, () => measure(client)))
  client.close()
  if (!report(rounds)) process.exitCode = 1
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Pins the server to the first core and this process, which sends the requests, to the second. */
function divideCores(pid: number): void {
  if (!(pinToCore(pid, 0) && pinToCore(process.pid, 1)))
    print('This machine has one core, or no taskset: the client takes time from the server.')
}

async function measure(client: Client): Promise<Round> {
  const responses = await client.inSequence(CONNECTIONS, CAPACITY_SECONDS)
  const capacity = responses.filter(({ status }) => isSuccess(status)).length / CAPACITY_SECONDS
  const overload = await client.atRate(TIMES * capacity, OVERLOAD_SECONDS)
  return { capacity, overload, seconds: OVERLOAD_SECONDS }
}
