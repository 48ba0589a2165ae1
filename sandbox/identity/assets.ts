import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

/** A file that never changes while the sandbox runs. */
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
 * The page that the Firebase SDK opens in an iframe. The emulator's own page loads Google's script; this one
 * loads the stand-in instead. Any page may embed it.
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

/** Loads the scripts and the stylesheet for the sandbox's pages. The keys are their paths. */
export async function loadAssets(): Promise<Map<string, Asset>> {
  const assets = Object.entries(types).map(async ([name, type]): Promise<[string, Asset]> => {
    const body = await readFile(new URL(`./public/${name}`, import.meta.url))
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      // The product's page has another origin and loads the gapi stand-in, so cross-origin use must be
      // allowed.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return [`/${name}`, { body, headers }]
  })
  return new Map(await Promise.all(assets))
}

export function sendAsset(res: ServerResponse, { headers, body }: Asset): void {
  res.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
}
