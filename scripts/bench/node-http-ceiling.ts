/**
 * The upper limit for any Node server: `node:http` sends the status, headers, and bytes of one response to
 * every request. Run it as `node-http-ceiling.ts PORT URL`; it first fetches the response from that URL.
 */
import { createServer, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [port, url] = process.argv.slice(2) as [string, string]
const headers = { 'accept-encoding': 'gzip, br' }
const response = await fetchSettled()
const notModified = await fetchRaw(url, { 'if-none-match': response.etag })

createServer((req, res) => {
  const { status, rawHeaders, body } = req.headers['if-none-match'] === response.etag ? notModified : response
  res.writeHead(status, rawHeaders)
  res.end(body)
}).listen(Number(port), '127.0.0.1')

/**
 * Fetches the response with retries. With a million cars, the search is busy for some seconds after it
 * starts.
 */
async function fetchSettled() {
  for (;;) {
    const response = await fetchRaw(url)
    if (response.status < 500) return response
    await sleep(500)
  }
}

/** Fetches a response with its original headers, but without the headers that Node sets itself. */
function fetchRaw(target: string, extraHeaders: Record<string, string> = {}) {
  return new Promise<{ status: number; rawHeaders: string[]; etag: string; body: Buffer }>(
    (resolve, reject) => {
      const clientRequest = request(
        target,
        { headers: { ...headers, ...extraHeaders } },
        (res: IncomingMessage) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('end', () => {
            const rawHeaders = res.rawHeaders.flatMap((name, index, all) =>
              index % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, all[index + 1]!] : [],
            )
            const body = Buffer.concat(chunks)
            resolve({ status: res.statusCode!, rawHeaders, etag: res.headers.etag ?? '', body })
          })
        },
      )
      clientRequest.on('error', reject)
      clientRequest.end()
    },
  )
}
