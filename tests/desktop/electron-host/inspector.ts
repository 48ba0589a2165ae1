import { once } from 'node:events'
import inspector from 'node:inspector'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

interface Call {
  id: number
  method: string
  params?: object
}

/**
 * Accepts a debugger, and prints the line that Playwright waits for. Node's own inspector would interrupt
 * running code to evaluate an expression. If that code is `new URL`, which is not reentrant, the resulting
 * URL is wrong. Here, the evaluation waits until no other code is running.
 */
export async function openInspector(port: number): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', connect)
  await once(server, 'listening')
  console.error(`Debugger listening on ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

function connect(socket: WebSocket): void {
  const session = new inspector.Session()
  session.connect()
  session.on('inspectorNotification', (notification) => socket.send(JSON.stringify(notification)))
  socket.on('message', (data: Buffer) => {
    const { id, method, params } = JSON.parse(data.toString()) as Call
    session.post(method, params, (error, result) =>
      socket.send(JSON.stringify(error ? { id, error: { message: error.message } } : { id, result })),
    )
  })
  socket.on('close', () => session.disconnect())
}
