import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { Log } from '../system/log-file.ts'

const MAX_TAGGED_BYTES = 2_000_000

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

/**
 * Saves the page of a window as a PDF where the user chooses.
 * @returns the path of the PDF; null if the user canceled or saving failed
 */
export async function savePdf(window: BrowserWindow, name: string, log: Log): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), buildPdfName(name)),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return null
  try {
    await writeFile(filePath, await toPdf(window))
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

/**
 * Renders a PDF with accessibility tags, or without them if it exceeds `MAX_TAGGED_BYTES`: in a long list,
 * they take up most of the size.
 */
async function toPdf({ webContents }: BrowserWindow): Promise<Buffer> {
  const options = {
    printBackground: true,
    preferCSSPageSize: true,
    pageSize: getPaperSize(app.getSystemLocale()),
  }
  const tagged = await webContents.printToPDF({ ...options, generateTaggedPDF: true })
  if (tagged.length <= MAX_TAGGED_BYTES) return tagged
  return webContents.printToPDF({ ...options, generateTaggedPDF: false })
}

/** Regions that use Letter paper (Unicode CLDR, "measurementData"). All others use A4. */
const letterRegions = ['US', 'CA', 'MX', 'BZ', 'CL', 'CO', 'CR', 'GT', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']

/** Returns the paper of a locale's region; Letter without a region. */
export function getPaperSize(locale: string): 'Letter' | 'A4' {
  const region = /[-_]([A-Z]{2})(?![A-Za-z])/.exec(locale)?.[1]
  return region === undefined || letterRegions.includes(region) ? 'Letter' : 'A4'
}

/** Builds a PDF file name that is valid on every operating system. */
export function buildPdfName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '')
    .slice(0, 80)
  return `${name === '' ? 'Kerblight' : name}.pdf`
}
