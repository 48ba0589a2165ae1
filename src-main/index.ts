import { join } from 'node:path'
import { app } from 'electron'
import { readApiOrigin } from './api-origin.ts'
import { declareAppScheme, serveRenderer } from './app-scheme.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { guardNavigation } from './navigation-guard.ts'
import { denyPermissions } from './permissions.ts'
import { focusOnSecondStart, isFirstInstance } from './single-instance.ts'
import { openWindow } from './window.ts'

const apiOrigin = readApiOrigin(process.env)

if (isFirstInstance()) {
  app.enableSandbox()
  declareAppScheme()
  focusOnSecondStart()
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents))
  app.on('window-all-closed', () => app.quit())
  // Not awaited: at an ES module's top level that would keep Electron from ever becoming ready.
  void app.whenReady().then(() => {
    denyPermissions()
    serveRenderer(join(import.meta.dirname, '..', 'renderer'), contentSecurityPolicy(apiOrigin))
    openWindow(apiOrigin)
  })
} else {
  app.quit()
}
