import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../scripts/load/connection.ts'

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

it.each([
  ['in chunks', `${CHUNKED}5\r\nhello\r\n0\r\n\r\n`],
  ['with only the last chunk', `${CHUNKED}0\r\n\r\n`],
  ['of a known length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
])('finds the end of a response %s, even if it arrives byte by byte', async (_what, response) => {
  for (const send of [sendWhole, sendByteByByte]) {
    const server = createServer((socket) =>
      socket.setNoDelay().once('data', () => void send(socket, response)),
    )
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const connection = openConnection((server.address() as AddressInfo).port)
    onTestFinished(() => connection.close())
    expect(await connection.ask('GET / HTTP/1.1\r\n\r\n')).toBe(200)
  }
})

async function sendWhole(socket: Socket, response: string): Promise<void> {
  socket.write(response)
}

async function sendByteByByte(socket: Socket, response: string): Promise<void> {
  for (const byte of response) {
    socket.write(byte)
    await nextTurn()
  }
}
