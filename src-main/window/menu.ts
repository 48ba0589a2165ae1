import type { MenuItemConstructorOptions } from 'electron'
import {
  commandIds,
  commands,
  canRun,
  type Command,
  type CommandGroup,
  type CommandId,
  type Viewer,
} from '../../contract/desktop/commands.ts'

export interface MenuOptions {
  viewer: Viewer
  platform: NodeJS.Platform
  run: (id: CommandId) => void
}

/** Builds the native menu from the command table; commands that the viewer may not run are disabled. */
export function buildMenuTemplate({ viewer, platform, run }: MenuOptions): MenuItemConstructorOptions[] {
  const items = (group: CommandGroup): MenuItemConstructorOptions[] =>
    commandIds
      .filter((id) => commands[id].group === group)
      .flatMap((id) => {
        const { label, accelerator, alsoBy = [] }: Command = commands[id]
        const item = { label, enabled: canRun(id, viewer), click: () => run(id) }
        return [
          { ...item, id, ...(accelerator !== undefined && { accelerator }) },
          ...alsoBy.map((other) => ({
            ...item,
            accelerator: other,
            visible: false,
            acceleratorWorksWhenHidden: true,
          })),
        ]
      })
  const quit: MenuItemConstructorOptions[] =
    platform === 'darwin' ? [{ role: 'close' }] : [{ type: 'separator' }, { role: 'quit' }]
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { label: 'File', submenu: [...items('file'), ...quit] },
    { role: 'editMenu' },
    { label: 'View', submenu: items('view') },
    { label: 'Go', submenu: items('go') },
    { role: 'windowMenu' },
    { role: 'help', submenu: items('help') },
  ]
}
