import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

export interface Asset {
  body: Buffer
  headers: Record<string, string>
}

const types = {
  'gapi-standin.js': 'text/javascript',
  'iframe.js': 'text/javascript',
  'chooser.js': 'text/javascript',
  'sandbox.css': 'text/css',
}

/**
 * The page that the Firebase SDK embeds. It replaces the emulator's own page, which loads a script from
 * Google.
 */
export const iframePage: Asset = {
  body: Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sign-in helper</title>
<script src="/gapi-standin.js"></script>
<script src="/iframe.js"></script>
</head>
<body></body>
</html>
`),
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; script-src 'self'",
    'cache-control': 'no-cache',
  },
}

/** Loads the files of the sandbox's pages, by path. */
export async function loadAssets(): Promise<Map<string, Asset>> {
  const assets = Object.entries(types).map(async ([name, type]): Promise<[string, Asset]> => {
    const body = await readFile(new URL(`./public/${name}`, import.meta.url))
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      // The product's page, which has another origin, loads the gapi stand-in.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return [`/${name}`, { body, headers }]
  })
  return new Map(await Promise.all(assets))
}

export function sendAsset(res: ServerResponse, { headers, body }: Asset): void {
  res.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
}
