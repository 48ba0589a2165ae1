import type { ServerResponse } from 'node:http'

/**
 * Lets a handler answer, but keeps the answer back: resolves with the body once the handler has ended the
 * response. Status and headers are set on `res`, nothing has been sent; the caller ends it.
 */
export function collectResponse(res: ServerResponse, handle: () => void): Promise<Buffer> {
  const { write, end } = res
  const chunks: Buffer[] = []

  function keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }

  return new Promise((resolve, reject) => {
    res.write = ((chunk: unknown, ...rest: unknown[]) => {
      keep(chunk, rest[0])
      callLast(rest)
      return true
    }) as typeof write
    res.end = ((...args: unknown[]) => {
      keep(args[0], args[1])
      Object.assign(res, { write, end })
      callLast(args)
      resolve(Buffer.concat(chunks))
      return res
    }) as typeof end
    try {
      handle()
    } catch (error) {
      Object.assign(res, { write, end })
      reject(error)
    }
  })
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}

function callLast(args: unknown[]): void {
  const last = args.at(-1)
  if (typeof last === 'function') process.nextTick(last)
}
