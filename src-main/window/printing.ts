import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { Log } from '../system/log-file.ts'

/** Opens the system's print dialog for what the window shows. */
export function printPage(window: BrowserWindow, log: Log): void {
  window.webContents.print({ printBackground: false }, (isPrinted, reason) => {
    if (isPrinted || /cancell?ed$/.test(reason)) return
    log(`print: ${reason}`)
    void dialog.showMessageBox(window, {
      type: 'error',
      message: 'This page wasn’t printed',
      detail: 'Make sure a printer is connected and turned on, or save the page as a PDF.',
    })
  })
}

/** Saves what the window shows as a PDF, where the person chooses. @returns where; null where it wasn't */
export async function savePdf(window: BrowserWindow, name: string, log: Log): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), pdfName(name)),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return null
  try {
    const pdf = await window.webContents.printToPDF({
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
    })
    await writeFile(filePath, pdf)
    return filePath
  } catch (error) {
    log(`pdf: ${String(error)}`)
    await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The PDF couldn’t be saved',
      detail: 'Choose a different folder, and make sure the disk isn’t full.',
    })
    return null
  }
}

/** A file name that every system takes. */
export function pdfName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '')
    .slice(0, 80)
  return `${name === '' ? 'Kerblight' : name}.pdf`
}
