import type { CreateFromBitmapOptions, MessageBoxOptions, Rectangle, SaveDialogOptions } from 'electron'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { strict } from '../strict.ts'

/*
 * What belongs to a desktop that is not here. Each does nothing and gives the answer that changes least. Tests
 * put their own functions in place of these, as they do on the real Electron.
 */

export const shell = strict('shell', {
  openExternal: (_url: string): Promise<void> => Promise.resolve(),
  openPath: (_path: string): Promise<string> => Promise.resolve(''),
  showItemInFolder: (_path: string): void => {},
})

export const dialog = strict('dialog', {
  showMessageBox: (..._args: (object | MessageBoxOptions)[]) =>
    Promise.resolve({ response: 0, checkboxChecked: false }),
  showMessageBoxSync: (..._args: (object | MessageBoxOptions)[]): number => 0,
  showSaveDialog: (..._args: (object | SaveDialogOptions)[]) =>
    Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: (..._args: object[]) => Promise.resolve({ canceled: true, filePaths: [] as string[] }),
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`)
  },
})

let copied = ''
export const clipboard = strict('clipboard', {
  writeText(text: string): void {
    copied = text
  },
  readText: (): string => copied,
})

/** Shown nowhere; what a picture is for fails on the member that is missing. */
export const nativeImage = strict('nativeImage', {
  createFromBitmap: (_pixels: Buffer, _options: CreateFromBitmapOptions) => picture(),
  createFromPath: (path: string) => {
    readFileSync(path)
    return picture()
  },
})

function picture() {
  return strict('a native image', { resize: (_options: object): unknown => picture() })
}

/** No keychain of the system's to encrypt with; keytar has the tests' own. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => false,
  encryptString: (_text: string): Buffer => Buffer.alloc(0),
  decryptString: (_bytes: Buffer): string => '',
})

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

/** Sleeps and wakes when a test says so. */
export const powerMonitor = strict('powerMonitor', new EventEmitter())

/** Chromium's own dumps are nobody's here. */
export const crashReporter = strict('crashReporter', { start: (_options: object): void => {} })

const bounds: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }
const display = { id: 1, bounds, workArea: bounds, size: bounds, workAreaSize: bounds, scaleFactor: 1 }
/** One screen. */
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => [display],
    getPrimaryDisplay: () => display,
    getDisplayMatching: (_rectangle: Rectangle) => display,
  }),
)
