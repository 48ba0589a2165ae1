/** Checks, at compile time only, that everything in the stand-in has the same name in Electron. */
import type * as Electron from 'electron'
import type * as standIn from './electron-module.ts'

/** The names in `Ours` that `Real` lacks. */
type Invented<Ours, Real> = Exclude<keyof Ours, keyof Real>
type None<T extends never> = T

export type Checks = [
  None<Invented<typeof standIn, typeof Electron>>,
  None<Invented<typeof standIn.app, Electron.App>>,
  None<Invented<typeof standIn.app.commandLine, Electron.CommandLine>>,
  None<Invented<typeof standIn.clipboard, Electron.Clipboard>>,
  None<Invented<typeof standIn.crashReporter, Electron.CrashReporter>>,
  None<Invented<typeof standIn.dialog, Electron.Dialog>>,
  None<Invented<typeof standIn.ipcMain, Electron.IpcMain>>,
  None<Invented<typeof standIn.nativeImage, typeof Electron.nativeImage>>,
  None<Invented<typeof standIn.nativeTheme, Electron.NativeTheme>>,
  None<Invented<typeof standIn.net, Electron.Net>>,
  None<Invented<typeof standIn.powerMonitor, Electron.PowerMonitor>>,
  None<Invented<typeof standIn.protocol, Electron.Protocol>>,
  None<Invented<typeof standIn.safeStorage, Electron.SafeStorage>>,
  None<Invented<typeof standIn.screen, Electron.Screen>>,
  None<Invented<typeof standIn.session.defaultSession, Electron.Session>>,
  None<Invented<typeof standIn.session.defaultSession.webRequest, Electron.WebRequest>>,
  None<Invented<typeof standIn.shell, Electron.Shell>>,
  None<Invented<standIn.BrowserWindow, Electron.BrowserWindow>>,
  None<Invented<standIn.BrowserWindow['webContents'], Electron.WebContents>>,
  None<Invented<standIn.BrowserWindow['webContents']['mainFrame'], Electron.WebFrameMain>>,
  None<Invented<standIn.Menu, Electron.Menu>>,
  None<Invented<standIn.MenuItem, Electron.MenuItem>>,
  None<Invented<standIn.Notification, Electron.Notification>>,
  None<Invented<standIn.Tray, Electron.Tray>>,
]
