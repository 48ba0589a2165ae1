import type { Config } from '../../config/config.ts'
import { hashFileName, getJpegName } from './photo-file-names.ts'

const FOLDER = '/images/'

function isOwnPath(path: string): boolean {
  return path.startsWith(FOLDER) && hashFileName(path.slice(FOLDER.length)) !== null
}

/**
 * Returns a photo's URL as clients see it. Our own photos are stored as paths, as `PUBLIC_URL` may change.
 * Photos on another host are stored with their full URL.
 */
export function toShownPhoto(stored: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return isOwnPath(stored) ? publicUrl + stored : stored
}

/**
 * Returns the form in which a photo's URL is stored. For our own photos, this is the path, regardless of
 * the host name that the client used. URLs on the configured image host stay complete, because that host may also run
 * Kerblight.
 */
export function toStoredPhoto(address: string, { imageHost }: Pick<Config, 'imageHost'>): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || !isOwnPath(url.pathname)) return address
  if (imageHost && url.origin === new URL(imageHost.url).origin) return address
  return url.href === url.origin + url.pathname ? url.pathname : address
}

const photoFields = ['image_url', 'images', 'photo', 'photoURL', 'brandImage']

export function replacePhotoUrls(body: unknown, config: Pick<Config, 'imageHost'>, isPhoto = false): unknown {
  if (typeof body === 'string') return isPhoto ? toStoredPhoto(body, config) : body
  if (Array.isArray(body)) return body.map((item) => replacePhotoUrls(item, config, isPhoto))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      replacePhotoUrls(value, config, photoFields.includes(name)),
    ]),
  )
}

/** Returns the full URL of an image, or null if other clients can't load it. */
export function getPublicPhotoUrl(image: string, publicUrl: string): string | null {
  const url = URL.parse(image, publicUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/**
 * Reports whether an image is a photograph, and not an SVG drawing of a demo car. Link previews don't support
 * SVG, and converting the drawings to bitmaps would add 15 seconds to each first build.
 */
export function isPhotograph(image: string): boolean {
  return !/\.svg$/i.test(image)
}

export function jpegUrl(url: string, publicUrl: string): string {
  const images = `${publicUrl}/images/`
  const hash = url.startsWith(images) ? hashFileName(url.slice(images.length)) : null
  return hash === null ? url : images + getJpegName(hash)
}
