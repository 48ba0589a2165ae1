declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  interface Context {
    path: string
    headers: { authorization?: string }
  }

  class S3rver {
    /** The Koa middleware. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    constructor(options: Options)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }

  export = S3rver
}
