import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to Stripe that never gets a response. */
export interface Interruption {
  method: 'GET' | 'POST'
  path: RegExp
  /** `before`: the request does not reach Stripe. `after`: Stripe handles it, and the response is lost. */
  when: 'before' | 'after'
}

export interface StripeProxy {
  url: string
  /** Interrupts the next matching request. Resolves when that has happened. */
  interrupt(interruption: Interruption): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy between a server process and the Stripe sandbox. */
export async function startStripeProxy(stripeUrl: string): Promise<StripeProxy> {
  let planned: { interruption: Interruption; happen: () => void } | null = null
  const takePlanned = ({ method, url = '' }: IncomingMessage) => {
    if (!planned || planned.interruption.method !== method || !planned.interruption.path.test(url))
      return null
    const taken = planned
    planned = null
    return taken
  }
  const server = createServer((request, response) => {
    const taken = takePlanned(request)
    if (taken?.interruption.when === 'before') return taken.happen()
    const { method, headers } = request
    const forwarded = sendRequest(new URL(request.url!, stripeUrl), { method, headers }, (answer) => {
      if (taken) {
        answer.resume().once('end', taken.happen)
        return
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    forwarded.once('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interrupt: (interruption) =>
      new Promise((happen) => {
        planned = { interruption, happen }
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
