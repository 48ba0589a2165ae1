import { cdp } from '../host.ts'
import { fromWire } from '../scheme.ts'
import { strict } from '../strict.ts'
import { preventable } from './event.ts'
import { session } from './session.ts'
import { WebContents, webContents } from './web-contents.ts'

/** Tells the session of each download; one that is prevented is cancelled. */
export async function watchDownloads(): Promise<void> {
  const { browser } = cdp()
  browser.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
    const owner = webContents.getAllWebContents().find((one) => WebContents.ownsFrame(one, frameId))
    const item = strict('the download item', {
      getURL: () => fromWire(url),
      getFilename: () => suggestedFilename,
    })
    const event = preventable({})
    session.defaultSession.emit('will-download', event, item, owner)
    if (event.defaultPrevented) void browser.send('Browser.cancelDownload', { guid }).catch(() => {})
  })
  await browser.send('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true })
}
