import { Menu } from 'electron'
import { nobody, type Viewer } from '../../contract/desktop/commands.ts'
import { buildMenuTemplate, type MenuOptions } from './menu.ts'

export interface AppMenu {
  viewer: () => Viewer
  /** Rebuilds the menu with the commands that the viewer may run. */
  setViewer: (viewer: Viewer) => void
}

export function createAppMenu(options: Pick<MenuOptions, 'platform' | 'run'>): AppMenu {
  let viewer = nobody
  return {
    viewer: () => viewer,
    setViewer(next) {
      viewer = next
      Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate({ viewer, ...options })))
    },
  }
}
