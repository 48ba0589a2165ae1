/** A process that responds like a Kerblight server, as far as a proxy cares: `node tiny-server.mjs NAME`. */
import { createServer } from 'node:http'

const [, , name] = process.argv

createServer((req, res) => {
  res.setHeader('X-Name', name)
  const path = new URL(req.url, 'http://localhost').pathname
  if (path === '/api/readyz') res.end('{"status":"ok"}')
  else if (path === '/stream') stream(res)
  else if (path === '/silent') res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
  else if (path === '/half') sendHalf(res)
  else if (path === '/hang') process.send({ reported: req.method })
  else if (path === '/upload') upload(req)
  else void echo(req, res)
}).listen(Number(process.env.TINY_PORT ?? 0), '127.0.0.1', function () {
  process.send({ port: this.address().port })
})

function stream(res) {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
  res.write('data: 1\n\n')
  process.on('message', () => res.write('data: 2\n\n'))
  res.on('close', () => process.send({ reported: 'gone' }))
}

/** Reports the first bytes of a body, and its end before it is complete. */
function upload(req) {
  req.once('data', () => process.send({ reported: 'upload' }))
  req.on('error', () => process.send({ reported: 'aborted' }))
}

/** Promises more bytes than it sends. */
function sendHalf(res) {
  res.writeHead(200, { 'Content-Length': '10' })
  res.write('half')
  process.send({ reported: 'half' })
}

async function echo(req, res) {
  let size = 0
  for await (const chunk of req) size += chunk.length
  const { method, url, headers } = req
  res.writeHead(201, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ name, method, url, headers, size }))
}
