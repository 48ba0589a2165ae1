import { Menu } from 'electron'
import { nobody, type Viewer } from '../../contract/desktop/commands.ts'
import { menuTemplate, type MenuOptions } from './menu.ts'

export interface AppMenu {
  viewer: () => Viewer
  /** Offers what that viewer may do. */
  setViewer: (viewer: Viewer) => void
}

/** The program's native menu, made again for whoever is signed in. */
export function createAppMenu(options: Pick<MenuOptions, 'platform' | 'run'>): AppMenu {
  let viewer = nobody
  return {
    viewer: () => viewer,
    setViewer(next) {
      viewer = next
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ viewer, ...options })))
    },
  }
}
