import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'

declare global {
  interface Window {
    /** The streams that the page received, in the order of its requests. */
    streams: MediaStream[]
  }
}

/**
 * Returns launch options for Chromium with fake cameras instead of the machine's, and with permission
 * granted.
 * @param video the file that the cameras show; by default, a test pattern
 */
export function withCameras(
  { args = [], ...options }: LaunchOptions,
  count: number,
  video?: string,
): LaunchOptions {
  const cameras = `--use-fake-device-for-media-stream=device-count=${count}`
  const seen = video === undefined ? [] : [`--use-file-for-fake-video-capture=${video}`]
  return { ...options, args: [...args, '--use-fake-ui-for-media-stream', cameras, ...seen] }
}

/** Records the streams that each page receives, for later inspection. */
export async function keepStreams(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.streams = []
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      window.streams.push(stream)
      return stream
    }
  })
}

/** Reports whether each requested camera is on, in the order of the requests. */
export function camerasOn(page: Page): Promise<boolean[]> {
  return page.evaluate(() =>
    window.streams.map((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live')),
  )
}
