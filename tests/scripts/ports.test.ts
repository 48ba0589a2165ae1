import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { assertPortsFree } from '../../scripts/lib/ports.ts'

it('names the variable of a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const wantedPorts = [{ host: '127.0.0.1', port, variable: 'PORT' }]
  await expect(assertPortsFree(wantedPorts)).rejects.toThrow(
    `Port ${port} is in use by another program. Choose another with PORT.`,
  )
  server.close()
  await once(server, 'close')
  // Each port is checked twice, since a check must not leave the port in use.
  await expect(assertPortsFree([...wantedPorts, ...wantedPorts])).resolves.toBeUndefined()
})
