import type { NavigateFunction } from 'react-router-dom'
import {
  commands,
  isAfterPage,
  isMainCommand,
  type Command,
  type CommandId,
  type MainCommandId,
} from '../../../contract/desktop/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { platform } from '../../platform/current.ts'
import { runOnPage } from '../../ui/commands.ts'
import { getPrintable } from '../../ui/table/printable.ts'
import { openPath } from './open-path.ts'

/**
 * Runs a command from the menu, the palette, or its shortcut.
 * @returns true if it was handled
 */
export function runCommand(id: CommandId, navigate: NavigateFunction): boolean {
  if (isMainCommand(id)) {
    void runInMain(id)
    return true
  }
  const command: Command = commands[id]
  if (!('page' in command)) return runOnPage(id)
  openPath(pages[command.page].path, navigate)
  return true
}

async function runInMain(id: MainCommandId): Promise<void> {
  if (!isAfterPage(id) || (await getPrintable())) platform.console?.run(id)
}
