import type { SaveDialogOptions } from 'electron'
import { EventEmitter } from 'node:events'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getCdp } from '../host.ts'
import { fromWire } from '../scheme.ts'
import { createStrictProxy } from '../strict.ts'
import { app } from './app.ts'
import { createPreventableEvent } from './event.ts'
import { session } from './session.ts'
import { WebContents, webContents } from './web-contents.ts'

interface Download {
  item: EventEmitter & { getSavePath: () => string }
  /** The path at which Chromium stores the download. */
  file: string
}

/**
 * Notifies the session of each download, and cancels those that a listener prevents. No user can choose a
 * path here. Unless a test has set one, the file is saved at the path that the dialog would suggest.
 */
export async function watchDownloads(): Promise<void> {
  const { browser } = getCdp()
  const folder = join(app.getPath('userData'), 'downloads')
  const underWay = new Map<string, Download>()

  browser.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
    const owner = webContents.getAllWebContents().find((contents) => WebContents.ownsFrame(contents, frameId))
    const item = createItem(fromWire(url), suggestedFilename)
    const event = createPreventableEvent({})
    session.defaultSession.emit('will-download', event, item, owner)
    if (event.defaultPrevented) void browser.send('Browser.cancelDownload', { guid }).catch(() => {})
    else underWay.set(guid, { item, file: join(folder, guid) })
  })
  browser.on('Browser.downloadProgress', ({ guid, state }) => {
    const download = underWay.get(guid)
    if (state === 'inProgress' || !download) return
    underWay.delete(guid)
    void end(download, state === 'completed')
  })
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  })
}

async function end({ item, file }: Download, isComplete: boolean): Promise<void> {
  const path = item.getSavePath()
  const state = await (isComplete ? moveTo(path, file) : Promise.resolve('cancelled'))
  item.emit('done', {}, state)
}

async function moveTo(path: string, file: string): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await rename(file, path)
    return 'completed'
  } catch {
    return 'interrupted'
  }
}

function createItem(url: string, fileName: string) {
  let options: SaveDialogOptions = {}
  let chosen: string | undefined
  const members = {
    getURL: () => url,
    getFilename: () => fileName,
    setSaveDialogOptions: (newOptions: SaveDialogOptions): void => void (options = newOptions),
    getSaveDialogOptions: () => options,
    setSavePath: (path: string): void => void (chosen = path),
    getSavePath: () => chosen ?? options.defaultPath ?? join(app.getPath('downloads'), fileName),
  }
  return createStrictProxy('the download item', Object.assign(new EventEmitter(), members))
}
