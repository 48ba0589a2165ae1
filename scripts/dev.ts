/**
 * `npm run dev` starts sandbox mode with automatic reload. Vite serves the renderer on PORT and proxies API
 * calls to the next port. The API restarts when server/ or contract/ changes.
 */
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { createServer, mergeConfig, type UserConfig } from 'vite'
import { loadConfig, type Config } from '../server/config/config.ts'
import { buildArt } from '../art/build-art.ts'
import { buildIcons } from '../art/icons.ts'
import { expected, print } from './bootstrap/print.cjs'
import { artFolder } from './lib/build-stamp.ts'
import { assertPortsFree, listPorts } from './lib/ports.ts'
import { restartOnChange } from './lib/restarting-child.ts'
import { root } from './lib/root.ts'
import { runService } from './lib/run-service.ts'
import { startSandbox } from './lib/sandbox.ts'
import { stopOnSignals } from './lib/stop-on-signals.ts'

await runService(dev)

async function dev(web: Config): Promise<void> {
  if (web.mode !== 'sandbox') throw expected('npm run dev works only in the sandbox; use npm start.')
  // The API listens on the next port, but its public URL is Vite's, because browsers reach it through Vite.
  const env = { ...process.env, PORT: String(web.port + 1), PUBLIC_URL: web.publicUrl }
  const api = loadConfig(env)
  await assertPortsFree([...listPorts(api), { host: web.host, port: web.port, variable: 'PORT' }])

  const sandbox = startSandbox(api)
  buildArt(artFolder)
  await buildIcons(artFolder)
  await sandbox.ready
  const stopApi = restartOnChange(join(root, 'scripts', 'lib', 'dev-api.ts'), ['server', 'contract'], env)
  const vite = await createServer(await rendererConfig(web.host, web.port, `http://${api.host}:${api.port}`))
  await vite.listen()

  const stop = stopOnSignals(async () => {
    await vite.close()
    await stopApi()
    await sandbox.stop()
  })
  void sandbox.ended.then((sentence) => stop(`${sentence} Stopping.`, 1))
  print(`\n  Kerblight in development: ${web.publicUrl} (API on port ${api.port})\n`)
}

async function rendererConfig(host: string, port: number, api: string): Promise<UserConfig> {
  const { config } = await resolveConfig({}, 'serve', 'development')
  // The pattern excludes the renderer's own `api` folder. Vite serves its modules, whose URLs contain the
  // file extension.
  const paths = [String.raw`^/api/(?!.*\.tsx?(\?|$))`, '/images', '/1/upload']
  // `xfwd` passes the client's IP address to the API. Without it, every request would appear to come from
  // this machine.
  const proxy = Object.fromEntries(
    paths.map((path) => [path, { target: api, changeOrigin: true, xfwd: true }]),
  )
  return mergeConfig(config?.renderer ?? {}, { server: { host, port, strictPort: true, proxy } })
}
