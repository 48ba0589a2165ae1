import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron'

export interface Badge {
  /** Clears the badge when the window gets the focus. */
  watch: (window: BrowserWindow) => void
  /** Counts a notification, unless the window has the focus. */
  add: (window: BrowserWindow) => void
}

/**
 * Creates the badge. Windows cannot show a number on an icon, so it is a dot with a description for screen
 * readers.
 */
export function createBadge(platform: NodeJS.Platform): Badge {
  let unseen = 0

  function show(window: BrowserWindow): void {
    if (platform !== 'win32') app.setBadgeCount(unseen)
    else if (unseen === 0) window.setOverlayIcon(null, '')
    else window.setOverlayIcon(dot(), `${unseen} new ${unseen === 1 ? 'notification' : 'notifications'}`)
  }

  return {
    watch(window) {
      window.on('focus', () => {
        if (unseen === 0) return
        unseen = 0
        show(window)
      })
    },
    add(window) {
      if (window.isFocused()) return
      unseen += 1
      show(window)
    },
  }
}

/** In pixels, as Windows displays it. */
const SIZE = 16

function dot(): NativeImage {
  return nativeImage.createFromBitmap(drawDot(SIZE), { width: SIZE, height: SIZE })
}

const RED = { red: 217, green: 45, blue: 32 }

/** Draws a round dot with a soft edge of one pixel, in BGRA bytes with premultiplied colors. */
export function drawDot(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  for (let at = 0; at < size * size; at++) {
    const distance = Math.hypot((at % size) - middle, Math.floor(at / size) - middle)
    const opacity = Math.max(0, Math.min(1, middle - distance))
    const bytes = [RED.blue, RED.green, RED.red, 255].map((value) => Math.round(value * opacity))
    pixels.set(bytes, at * 4)
  }
  return pixels
}
