import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the page has been given to see, in the order it asked. */
    streams: MediaStream[]
  }
}

/**
 * Chromium with cameras of its own instead of the machine's, and somebody who allows them.
 * @param video what they see, as a file; else a test picture
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

/** Keeps what each page is given, to look at afterwards. */
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

/** Whether each camera that was asked for is on, in that order. */
export function camerasOn(page: Page): Promise<boolean[]> {
  return page.evaluate(() =>
    window.streams.map((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live')),
  )
}
