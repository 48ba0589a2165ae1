import type { CdpEvent } from '../cdp.ts'
import { getCdp } from '../host.ts'
import { fromWire, handledSchemes, parseOrigin, parseScheme, toWire } from '../scheme.ts'
import { session } from './session.ts'
import { WebContents, webContents } from './web-contents.ts'
import { WebRequest, type RequestDetails, type ResponseHeaders } from './web-request.ts'

type Paused = CdpEvent<'Fetch.requestPaused'>
type Header = { name: string; value: string }

const { webRequest } = session.defaultSession
/** Numeric request IDs by the protocol's IDs. A request, its response, and its redirects share one ID. */
const ids = new Map<string, number>()

/** Pauses each of the browser's requests twice: before it is sent, and when the response arrives. */
export async function interceptRequests(): Promise<void> {
  const { browser } = getCdp()
  browser.on('Fetch.requestPaused', (paused) => {
    pass(paused).catch((error: unknown) => {
      // A page may close while its requests are in flight.
      if (process.env.ELECTRON_HOST_TRACE) console.error('electron-host:', error)
    })
  })
  await browser.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      { urlPattern: '*', requestStage: 'Response' },
    ],
  })
}

async function pass(paused: Paused): Promise<void> {
  if (paused.responseErrorReason !== undefined) {
    await getCdp().browser.send('Fetch.continueResponse', { requestId: paused.requestId })
    const details = { ...describe(paused), error: `net::ERR_${paused.responseErrorReason}`, fromCache: false }
    WebRequest.tell(webRequest, 'onErrorOccurred', details)
  } else if (paused.responseStatusCode !== undefined) await passResponse(paused)
  else await passRequest(paused)
}

async function passRequest(paused: Paused): Promise<void> {
  if (paused.resourceType === 'Document' && !(await canLoad(paused))) return blockRequest(paused, 'Aborted')
  const details = describe(paused)
  const { headers } = paused.request
  if (headers.Origin !== undefined) headers.Origin = parseOrigin(fromWire(`${headers.Origin}/`))
  const sending = await WebRequest.ask(webRequest, 'onBeforeSendHeaders', {
    ...details,
    requestHeaders: { ...headers },
  } as RequestDetails)
  if (sending.cancel) return blockRequest(paused, 'BlockedByClient')

  const handler = handledSchemes.get(parseScheme(details.url))
  if (handler !== undefined) return respond(paused, details, handler)
  await getCdp().browser.send('Fetch.continueRequest', {
    requestId: paused.requestId,
    headers: toList(sending.requestHeaders ?? headers),
  })
}

/**
 * Reports whether a document may be loaded into its frame. A document without a window belongs to a popup,
 * which may load only if at least one window may open popups.
 */
async function canLoad(paused: Paused): Promise<boolean> {
  const contents = webContents.getAllWebContents()
  const owner = contents.find((candidate) => WebContents.ownsFrame(candidate, paused.frameId))
  if (owner === undefined) return contents.some(WebContents.canOpenWindows)
  return WebContents.canNavigate(owner, paused)
}

async function respond(
  paused: Paused,
  details: RequestDetails,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const { method, headers, postData } = paused.request
  let response: Response
  try {
    const body = method === 'GET' || method === 'HEAD' ? null : (postData ?? null)
    response = await handler(new Request(details.url, { method, headers, body }))
  } catch (error) {
    console.error('electron-host: the protocol handler failed:', error)
    return blockRequest(paused, 'Failed')
  }
  const responseHeaders: ResponseHeaders = {}
  for (const [name, value] of response.headers) (responseHeaders[name] ??= []).push(value)
  const received = await WebRequest.ask(webRequest, 'onHeadersReceived', {
    ...details,
    statusCode: response.status,
    responseHeaders,
  } as RequestDetails)
  if (received.cancel) return blockRequest(paused, 'BlockedByClient')
  await getCdp().browser.send('Fetch.fulfillRequest', {
    requestId: paused.requestId,
    responseCode: response.status,
    responseHeaders: toList(received.responseHeaders ?? responseHeaders),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  })
}

async function passResponse(paused: Paused): Promise<void> {
  const { requestId, responseStatusCode: statusCode = 0, responseHeaders = [] } = paused
  const details = describe(paused)
  if (handledSchemes.has(parseScheme(details.url))) {
    await getCdp().browser.send('Fetch.continueResponse', { requestId })
    return
  }
  const headers: ResponseHeaders = {}
  for (const { name, value } of responseHeaders) (headers[name] ??= []).push(value)
  const responseDetails = {
    ...details,
    statusCode,
    statusLine: `HTTP/1.1 ${statusCode}`,
    responseHeaders: headers,
  }
  const received = await WebRequest.ask(webRequest, 'onHeadersReceived', responseDetails)
  if (received.cancel) return blockRequest(paused, 'BlockedByClient')
  await getCdp().browser.send('Fetch.continueResponse', {
    requestId,
    responseCode: statusCode,
    responseHeaders: toList(received.responseHeaders ?? headers).map(allowOnWire),
  })
}

/** Replaces our own origin in a response header with the one that Chromium uses for it. */
function allowOnWire(header: Header): Header {
  if (header.name.toLowerCase() !== 'access-control-allow-origin') return header
  return { name: header.name, value: toWire(header.value).replace(/\/$/, '') }
}

function describe(paused: Paused): RequestDetails {
  const { request, resourceType, frameId } = paused
  const owner = webContents.getAllWebContents().find((contents) => WebContents.ownsFrame(contents, frameId))
  const isMainFrame = owner?.mainFrame.frameToken === frameId
  return {
    id: idOf(paused),
    url: fromWire(request.url + (request.urlFragment ?? '')),
    method: request.method,
    resourceType: resourceTypes[resourceType] ?? (isMainFrame ? 'mainFrame' : 'subFrame'),
    webContentsId: owner?.id,
    referrer: fromWire(request.headers.Referer ?? ''),
    timestamp: Date.now(),
  }
}

function idOf({ networkId, requestId }: Paused): number {
  const key = networkId ?? requestId
  const id = ids.get(key) ?? ids.size + 1
  ids.set(key, id)
  return id
}

/** Electron's names for the protocol's resource types. A document is always loaded into a frame. */
const resourceTypes: Partial<Record<Paused['resourceType'], string>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  EventSource: 'xhr',
  WebSocket: 'webSocket',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Preflight: 'other',
  Manifest: 'other',
  Other: 'other',
}

async function blockRequest(
  paused: Paused,
  errorReason: 'Aborted' | 'BlockedByClient' | 'Failed',
): Promise<void> {
  await getCdp().browser.send('Fetch.failRequest', { requestId: paused.requestId, errorReason })
}

function toList(headers: Record<string, string | string[]>): Header[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value) => ({ name, value })),
  )
}
