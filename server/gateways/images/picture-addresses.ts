import type { Config } from '../../config/config.ts'
import { hashOfName, jpegName } from './picture-names.ts'

/** The path under which this server answers its own pictures. */
const FOLDER = '/images/'

function isOwnPath(path: string): boolean {
  return path.startsWith(FOLDER) && hashOfName(path.slice(FOLDER.length)) !== null
}

/**
 * Returns a stored picture's address as clients get it. Own pictures are stored by their path, because `PUBLIC_URL` may
 * change; pictures on another host are stored by their whole URL.
 */
export function shownPicture(stored: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return isOwnPath(stored) ? publicUrl + stored : stored
}

/**
 * Returns a picture's address as it is stored: the path of an own picture, whichever own host a client got it from.
 * URLs of the configured image host stay whole, because that host may be a Kerblight, too.
 */
export function storedPicture(address: string, { imageHost }: Pick<Config, 'imageHost'>): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || !isOwnPath(url.pathname)) return address
  if (imageHost && url.origin === new URL(imageHost.url).origin) return address
  return url.href === url.origin + url.pathname ? url.pathname : address
}

/** Fields of request bodies that hold a picture's address, or a list of them. */
const pictureFields = ['image_url', 'images', 'photoURL', 'brandImage']

/** Returns a request body with its pictures as they are stored. */
export function withStoredPictures(
  body: unknown,
  config: Pick<Config, 'imageHost'>,
  isPicture = false,
): unknown {
  if (typeof body === 'string') return isPicture ? storedPicture(body, config) : body
  if (Array.isArray(body)) return body.map((item) => withStoredPictures(item, config, isPicture))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      withStoredPictures(value, config, pictureFields.includes(name)),
    ]),
  )
}

/** The whole address of a picture, or null where it is none that others can load. */
export function pictureUrl(image: string, publicUrl: string): string | null {
  const url = URL.parse(image, publicUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Whether a picture is a photograph: the drawings of demo cars are none. */
export function isPhotograph(image: string): boolean {
  return !/\.svg$/i.test(image)
}

/** The address of the same picture as JPEG where it is kept here; elsewhere as it is. */
export function jpegUrl(url: string, publicUrl: string): string {
  const images = `${publicUrl}/images/`
  const hash = url.startsWith(images) ? hashOfName(url.slice(images.length)) : null
  return hash === null ? url : images + jpegName(hash)
}
