export interface RequestParts {
  path: string
  headers?: Record<string, string>
  token?: string
  body?: object
  method?: string
}

/** Builds a complete request, as sent over the wire. */
export function buildRequest({
  path,
  headers,
  token,
  body,
  method = body ? 'POST' : 'GET',
}: RequestParts): string {
  const text = body ? JSON.stringify(body) : ''
  const all = {
    Host: 'localhost',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, br',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}
