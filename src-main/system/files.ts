import { join } from 'node:path'
import { app } from 'electron'
import { policyPath } from './policy-file.ts'

/** The renderer's folder is next to the main bundle's folder. */
export const files = {
  offlineResponses: join(app.getPath('userData'), 'answers'),
  logs: join(app.getPath('userData'), 'logs'),
  preferences: join(app.getPath('userData'), 'preferences.json'),
  secrets: join(app.getPath('userData'), 'secrets'),
  server: join(app.getPath('userData'), 'server.json'),
  settings: join(app.getPath('userData'), 'settings.json'),
  watchedFolders: join(app.getPath('userData'), 'watched-folders.json'),
  window: join(app.getPath('userData'), 'window.json'),
  policy: policyPath(process.platform),
  renderer: join(import.meta.dirname, '..', 'renderer'),
}
