import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'

declare global {
  interface Window {
    /** The page's streams, in the order of its requests. */
    streams: MediaStream[]
  }
}

/**
 * Returns launch options for Chromium with fake cameras and granted permission.
 * @param video the file that the cameras show; by default, a test pattern
 */
export function withCameras(
  { args = [], ...options }: LaunchOptions,
  count: number,
  video?: string,
): LaunchOptions {
  const cameras = `--use-fake-device-for-media-stream=device-count=${count}`
  const videoArguments = video === undefined ? [] : [`--use-file-for-fake-video-capture=${video}`]
  return { ...options, args: [...args, '--use-fake-ui-for-media-stream', cameras, ...videoArguments] }
}

/** Records the streams that each page receives, for later inspection. */
export async function keepStreams(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.streams = []
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      window.streams.push(stream)
      return stream
    }
  })
}

/** Reports whether each requested camera is on, in the order of the requests. */
export function readCameraStates(page: Page): Promise<boolean[]> {
  return page.evaluate(() =>
    window.streams.map((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live')),
  )
}
