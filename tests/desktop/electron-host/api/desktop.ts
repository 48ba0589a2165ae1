import type { CreateFromBitmapOptions, MessageBoxOptions, Rectangle, SaveDialogOptions } from 'electron'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createStrictProxy } from '../strict.ts'

/*
 * These objects replace the missing parts of a desktop. Each method does nothing and returns a neutral
 * result. As in the real Electron, tests replace the methods with their own functions.
 */

export const shell = createStrictProxy('shell', {
  openExternal: (_url: string): Promise<void> => Promise.resolve(),
  openPath: (_path: string): Promise<string> => Promise.resolve(''),
  showItemInFolder: (_path: string): void => {},
})

export const dialog = createStrictProxy('dialog', {
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
export const clipboard = createStrictProxy('clipboard', {
  writeText(text: string): void {
    copied = text
  },
  readText: (): string => copied,
})

/**
 * Creates images that are never shown. Except for resizing, any use throws, because the member is missing.
 */
export const nativeImage = createStrictProxy('nativeImage', {
  createFromBitmap: (_pixels: Buffer, _options: CreateFromBitmapOptions) => picture(),
  createFromPath: (path: string) => {
    readFileSync(path)
    return picture()
  },
})

function picture() {
  return createStrictProxy('a native image', { resize: (_options: object): unknown => picture() })
}

/** Reports that the system has no encryption. The tests provide a separate keychain to keytar. */
export const safeStorage = createStrictProxy('safeStorage', {
  isEncryptionAvailable: () => false,
  encryptString: (_text: string): Buffer => Buffer.alloc(0),
  decryptString: (_bytes: Buffer): string => '',
})

export const nativeTheme = createStrictProxy('nativeTheme', { shouldUseDarkColors: false })

/** Emits suspend and resume events when a test triggers them. */
export const powerMonitor = createStrictProxy('powerMonitor', new EventEmitter())

/** Does nothing. No one reads Chromium's crash dumps here. */
export const crashReporter = createStrictProxy('crashReporter', { start: (_options: object): void => {} })

const bounds: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }
const display = { id: 1, bounds, workArea: bounds, size: bounds, workAreaSize: bounds, scaleFactor: 1 }
export const screen = createStrictProxy(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => [display],
    getPrimaryDisplay: () => display,
    getDisplayMatching: (_rectangle: Rectangle) => display,
  }),
)
