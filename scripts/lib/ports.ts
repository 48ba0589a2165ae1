import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../server/config/config.ts'
import { expected } from '../bootstrap/print.cjs'

export interface RequiredPort {
  host: string
  port: number
  /** Environment variable that changes the port. */
  variable: string
}

/** Returns the web server's port and, in sandbox mode, the ports of the stand-ins. */
export function listPorts(config: Config): RequiredPort[] {
  const web = [
    { host: config.host, port: config.port, variable: 'PORT' },
    ...(config.metricsPort === null
      ? []
      : [{ host: config.host, port: config.metricsPort, variable: 'METRICS_PORT' }]),
  ]
  if (config.sandbox === null) return web
  const { stripePort, identityHost, identityPort } = config.sandbox
  return [
    ...web,
    { host: '127.0.0.1', port: stripePort, variable: 'STRIPE_SANDBOX_PORT' },
    { host: identityHost, port: identityPort, variable: 'FIREBASE_AUTH_EMULATOR_HOST' },
  ]
}

/**
 * Checks that the ports are free.
 * @throws an error that names the variable to change if a port is taken or unavailable
 */
export async function assertPortsFree(ports: RequiredPort[]): Promise<void> {
  for (const { host, port, variable } of ports) {
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
  if (code === 'EACCES') return `Port ${port} is not available to this user.`
  return `${host}:${port} cannot be opened (${String(code ?? error)}).`
}
