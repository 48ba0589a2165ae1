/**
 * The module that the app gets from `import … from 'electron'`. Importing a name that is missing here fails.
 */
import { app } from './api/app.ts'
import { BrowserWindow } from './api/browser-window.ts'
import {
  clipboard,
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  shell,
} from './api/desktop.ts'
import { ipcMain } from './api/ipc-main.ts'
import { Menu, MenuItem } from './api/menu.ts'
import { net } from './api/net.ts'
import { Notification } from './api/notification.ts'
import { protocol } from './api/protocol.ts'
import { session } from './api/session.ts'
import { Tray } from './api/tray.ts'
import { webContents } from './api/web-contents.ts'

export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
}
