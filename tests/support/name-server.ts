import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Builds the response to a DNS query. If it returns null, no response is sent. */
type Reply = (query: Buffer) => Buffer | null

export const neverReply: Reply = () => null

const HEADER_BYTES = 12
const A = 1

/** Responds to IPv4 queries with this address, and to other queries without a record. */
export const respondWith =
  (address: string): Reply =>
  (query) => {
    const end = endOfQuestion(query)
    const hasRecord = query.readUInt16BE(end - 4) === A
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(hasRecord ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 0x0c, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...(hasRecord ? [record] : [])])
  }

/** Starts a DNS server on a free local UDP port. */
export async function startNameServer(reply: Reply) {
  const requested: string[] = []
  const socket = createSocket('udp4', (query, from) => {
    requested.push(nameIn(query))
    socket.emit('requested')
    const response = reply(query)
    if (response) socket.send(response, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** The name of each query, in lowercase. */
    requested,
    /** Resolves once `count` queries have arrived. */
    async waitForRequests(count: number) {
      while (requested.length < count) await once(socket, 'requested')
    },
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  }
}

function labelsOf(query: Buffer): { labels: string[]; end: number } {
  const labels: string[] = []
  let offset = HEADER_BYTES
  for (let length = query[offset]!; length > 0; length = query[offset]!) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { labels, end: offset + 1 }
}

function nameIn(query: Buffer): string {
  return labelsOf(query).labels.join('.').toLowerCase()
}

/** Returns the end offset of the question, after its type and class of two bytes each. */
function endOfQuestion(query: Buffer): number {
  return labelsOf(query).end + 4
}
