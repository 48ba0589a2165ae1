import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { commands, nobody, type Command, type CommandId } from '../../../contract/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { tagTypes } from '../../../contract/tags.ts'
import { api } from '../../api/api.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { useAppDispatch } from '../store.ts'
import { endSession } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { toggleTheme } from '../theme.ts'
import { openPath } from './open-path.ts'
import { runOnPage, useCommand } from './use-command.ts'

/** Between the console's menu, links and notifications and its page. Shows nothing; loaded in consoles alone. */
export function ConsoleCommands({ host }: { host: ConsoleHost }) {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { me } = useSession()

  useEffect(() => {
    host.setViewer(me ? { isSignedIn: true, isAdmin: me.isAdmin, isSeller: me.isSeller } : nobody)
  }, [host, me])
  useEffect(() => host.onOpenPath((path) => openPath(path, navigate)), [host, navigate])
  useEffect(
    () =>
      host.onCommand((id: CommandId) => {
        const command: Command = commands[id]
        if ('page' in command) openPath(pages[command.page].path, navigate)
        else runOnPage(id)
      }),
    [host, navigate],
  )

  useCommand('logOut', () => void dispatch(endSession()))
  useCommand('refresh', () => void dispatch(api.util.invalidateTags([...tagTypes])))
  useCommand('toggleTheme', toggleTheme)
  useCommand('back', () => void navigate(-1))
  useCommand('forward', () => void navigate(1))
  return null
}
