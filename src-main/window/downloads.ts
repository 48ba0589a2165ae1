import { basename, dirname, extname, join } from 'node:path'
import { app, shell, type Session, type WebContents } from 'electron'
import type { SavedFile } from '../../contract/desktop/desktop-channels.ts'
import { APP_ORIGIN } from './app-scheme.ts'

export interface SavedFiles {
  /**
   * Lets a page save only content that it has created itself (`blob:`), to a file that the user chooses.
   * Downloads from the network are blocked.
   */
  guard: (session: Session) => void
  /** Notifies a page of the path where its content was saved. */
  add: (page: WebContents, path: string) => void
  /** Shows a saved file in the system's file manager. */
  show: (number: number) => void
}

/**
 * Creates the record of saved files.
 * @param tell notifies the page that saved the file
 */
export function createSavedFiles(tell: (page: WebContents, file: SavedFile) => void): SavedFiles {
  const paths: string[] = []

  function note(page: WebContents, path: string, isComplete: boolean): void {
    const number = paths.push(path) - 1
    tell(page, { number, fileName: basename(path), folder: isComplete ? dirname(path) : null })
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

/** Returns the save dialog's options. Electron's default title would be the blob's URL. */
function saveDialogOf(fileName: string) {
  const ending = extname(fileName).slice(1)
  return {
    title: 'Save the file',
    defaultPath: join(app.getPath('downloads'), fileName),
    ...(ending && { filters: [{ name: ending.toUpperCase(), extensions: [ending] }] }),
  }
}
