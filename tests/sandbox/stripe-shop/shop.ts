import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export type ShopPage = 'vanilla' | 'react'

export interface Shop {
  address(page: ShopPage, clientSecret: string): string
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens a shop's web server with a content policy as strict as the product's: no inline scripts or styles,
 * and no eval.
 */
export async function openShop(sandboxUrl: string): Promise<Shop> {
  const [vanilla, react, css] = await Promise.all([bundle('vanilla.ts'), bundle('react.tsx'), readStyles()])
  const scripts: Record<string, string> = { '/vanilla.js': vanilla, '/react.js': react }
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    "style-src 'self'",
    `frame-src ${sandboxUrl}`,
    `connect-src ${sandboxUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ')
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    const script = scripts[url.pathname]
    if (script !== undefined) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    else if (url.pathname === '/shop.css') response.writeHead(200, { 'Content-Type': 'text/css' }).end(css)
    else if (url.pathname === '/vanilla' || url.pathname === '/react') {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy })
      response.end(
        toHtml(url.pathname.slice(1) as ShopPage, url.searchParams.get('secret') ?? '', sandboxUrl),
      )
    } else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // The host name differs from the sandbox's, as in the product, so messages between them cross origins.
    address: (page, secret) => `http://localhost:${port}/${page}?secret=${secret}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toHtml(page: ShopPage, secret: string, sandboxUrl: string): string {
  const form = `<form><label for="card">Card</label><div id="card"></div><p role="alert"></p><button>Pay $24,900</button><output></output></form>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="stylesheet" href="/shop.css"></head>
<body data-key="pk_test_shop" data-secret="${secret}"><h1>Pay for Model 3</h1>${page === 'react' ? '<div id="root"></div>' : form}
<script src="${sandboxUrl}/v3/"></script><script type="module" src="/${page}.js"></script></body></html>`
}

async function bundle(name: string): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`./${name}`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return result.outputFiles[0]?.text ?? ''
}

function readStyles(): Promise<string> {
  return readFile(new URL('./shop.css', import.meta.url), 'utf8')
}
