import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, type PostgresServer } from '../../scripts/cluster/postgres-server.ts'

/** User ID of the user `nobody`. Like Postgres, PgBouncer refuses to run as root. */
const NOBODY = 65_534
const TRIES = 100
const PAUSE_MS = 50

/**
 * Starts a PgBouncer in transaction mode in front of a Postgres server. Each transaction may then use a
 * different connection.
 */
export async function startPooler(program: string, { url }: PostgresServer): Promise<PostgresServer> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-pooler-'))
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 8
`,
  )
  const userOptions = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  chmodSync(folder, 0o755)
  const pooler = spawn(program, ['-q', settings], { ...userOptions, stdio: 'inherit' })
  await untilOpen(port)
  const through = new URL(url)
  through.port = String(port)
  return {
    url: through.href,
    async stop() {
      pooler.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilOpen(port: number): Promise<void> {
  for (let triesLeft = TRIES; ; triesLeft--) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (triesLeft === 0) throw new Error('The pooler did not start.')
    await sleep(PAUSE_MS)
  }
}
