import { basename, dirname, extname, join } from 'node:path'
import { app, shell, type Session, type WebContents } from 'electron'
import type { SavedFile } from '../../contract/desktop/desktop-channels.ts'
import { APP_ORIGIN } from './app-scheme.ts'

export interface SavedFiles {
  /** Allows pages to save only content that they created (`blob:`), to a file that the user chooses. */
  guard: (session: Session) => void
  add: (page: WebContents, path: string) => void
  show: (number: number) => void
}

/**
 * Creates the record of files that pages have saved, so that each can be shown in its folder.
 * @param send notifies the page that saved the file
 */
export function createSavedFiles(send: (page: WebContents, file: SavedFile) => void): SavedFiles {
  const paths: string[] = []

  function note(page: WebContents, path: string, isComplete: boolean): void {
    const number = paths.push(path) - 1
    send(page, { number, fileName: basename(path), folder: isComplete ? dirname(path) : null })
  }

  return {
    guard(session) {
      session.on('will-download', (event, item, page) => {
        if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) return event.preventDefault()
        item.setSaveDialogOptions(saveDialogOf(item.getFilename()))
        item.once('done', (_event, state) => {
          // The download is canceled if the user closed the dialog.
          if (state !== 'cancelled') note(page, item.getSavePath(), state === 'completed')
        })
      })
    },
    add: (page, path) => note(page, path, true),
    show(number) {
      const path = paths[number]
      if (path !== undefined) shell.showItemInFolder(path)
    },
  }
}

/** Sets a title, because Electron's default is the blob's URL. */
function saveDialogOf(fileName: string) {
  const ending = extname(fileName).slice(1)
  return {
    title: 'Save the file',
    defaultPath: join(app.getPath('downloads'), fileName),
    ...(ending && { filters: [{ name: ending.toUpperCase(), extensions: [ending] }] }),
  }
}
