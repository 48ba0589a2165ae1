import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy for a port. Closing it simulates an unreachable server. */
export interface Gate {
  port: number
  /** Closes the gate and cuts all open connections. */
  shut(): void
  open(): void
  close(): Promise<void>
}

export async function openGate(targetPort: number): Promise<Gate> {
  const openSockets = new Set<Socket>()
  let isShut = false
  const server = createServer((from) => {
    if (isShut) return void from.destroy()
    const upstream = connect(targetPort, '127.0.0.1')
    for (const socket of [from, upstream]) {
      openSockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => openSockets.delete(socket))
    }
    from.pipe(upstream).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeGate = () => {
    isShut = true
    for (const socket of openSockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut: closeGate,
    open() {
      isShut = false
    },
    close() {
      closeGate()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
