import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy for a port. It can be closed, as when a server becomes unreachable, and opened again. */
export interface Gate {
  port: number
  /** Closes the gate and cuts off all open connections. */
  shut(): void
  open(): void
  close(): Promise<void>
}

export async function openGate(to: number): Promise<Gate> {
  const within = new Set<Socket>()
  let isShut = false
  const server = createServer((from) => {
    if (isShut) return void from.destroy()
    const there = connect(to, '127.0.0.1')
    for (const socket of [from, there]) {
      within.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => within.delete(socket))
    }
    from.pipe(there).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shut = () => {
    isShut = true
    for (const socket of within) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut,
    open() {
      isShut = false
    },
    close() {
      shut()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
