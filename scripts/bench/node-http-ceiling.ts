/**
 * The upper limit for any Node server: `node:http` sends the status, headers, and bytes of one response to
 * every request. Run it as `node-http-ceiling.ts PORT URL`; it first fetches the response from that URL.
 */
import { createServer, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [port, url] = process.argv.slice(2) as [string, string]
const headers = { 'accept-encoding': 'gzip, br' }
const answer = await fetchSettled()
const notModified = await fetchRaw(url, { 'if-none-match': answer.etag })

createServer((req, res) => {
  const { status, rawHeaders, body } = req.headers['if-none-match'] === answer.etag ? notModified : answer
  res.writeHead(status, rawHeaders)
  res.end(body)
}).listen(Number(port), '127.0.0.1')

/**
 * Fetches the response with retries. With a million cars, the search is busy for some seconds after it
 * starts.
 */
async function fetchSettled() {
  for (;;) {
    const answer = await fetchRaw(url)
    if (answer.status < 500) return answer
    await sleep(500)
  }
}

/** Fetches a response with its original headers, but without the headers that Node sets itself. */
function fetchRaw(target: string, more: Record<string, string> = {}) {
  return new Promise<{ status: number; rawHeaders: string[]; etag: string; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(target, { headers: { ...headers, ...more } }, (res: IncomingMessage) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('end', () => {
          const rawHeaders = res.rawHeaders.flatMap((name, at, all) =>
            at % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, all[at + 1]!] : [],
          )
          const body = Buffer.concat(chunks)
          resolve({ status: res.statusCode!, rawHeaders, etag: res.headers.etag ?? '', body })
        })
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}
