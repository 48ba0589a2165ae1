import { once } from 'node:events'
import { createServer } from 'node:net'
import { expected } from '../bootstrap/say.cjs'

export interface WantedPort {
  host: string
  port: number
  /** The variable that chooses another one. */
  variable: string
}

/** Throws a message that names the variable to change when something listens on one of the ports already. */
export async function assertPortsFree(wanted: WantedPort[]): Promise<void> {
  for (const { host, port, variable } of wanted) {
    const server = createServer().listen({ host, port })
    try {
      await once(server, 'listening')
    } catch (error) {
      throw expected(`${describe(error, host, port)} Choose another with ${variable}.`)
    }
    server.close()
    await once(server, 'close')
  }
}

function describe(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user.`
  return `${host}:${port} cannot be listened on (${String(code ?? error)}).`
}
