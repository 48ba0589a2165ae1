import type { Request } from 'express'
import type { Cursor, Page } from '../db/page.ts'
import { ApiResponse } from './handler.ts'

/**
 * Builds the response for a page. It has `X-Total-Count`, and `Link: <…>; rel="next"` if there are more items
 * (RFC 8288). If the page begins with a requested row, `X-Offset` is that row's offset.
 */
export function pageResponse<T, Wire>(
  page: Page<T>,
  req: Request,
  toWire: (item: T) => Wire,
  { isShared = true } = {},
): ApiResponse<Wire[]> {
  const headers: Record<string, string> = { 'X-Total-Count': String(page.total) }
  if (page.next) headers.Link = `<${nextUrl(req.originalUrl, page.next)}>; rel="next"`
  if (page.offset !== undefined) headers['X-Offset'] = String(page.offset)
  return new ApiResponse(
    page.items.map((item) => toWire(item)),
    { headers, isShared },
  )
}

function nextUrl(originalUrl: string, next: Cursor): string {
  const url = new URL(originalUrl, 'http://host')
  url.searchParams.set('cursor', Buffer.from(JSON.stringify(next)).toString('base64url'))
  return url.pathname + url.search
}
