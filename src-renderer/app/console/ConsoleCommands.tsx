import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { nobody } from '../../../contract/commands.ts'
import { tagTypes } from '../../../contract/tags.ts'
import { api } from '../../api/api.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { useCommand } from '../../ui/commands.ts'
import { awaitField } from '../../ui/console-table/words-ahead.ts'
import { useAppDispatch } from '../../session/store.ts'
import { endSession } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { toggleTheme } from '../../ui/theme.ts'
import { openPath } from './open-path.ts'
import { forgetRecords } from './recent.ts'
import { runCommand } from './run-command.ts'
import { sayWhereItIs } from './say-where-it-is.ts'
import { submitAndGoOn, submitForm } from './submit-form.ts'
import { useAccelerators } from './use-accelerators.ts'
import { useLeavePage } from './use-leave-page.ts'
import { toViewer } from './viewer.ts'

/** Between the console's menu, links and notifications and its page. Shows nothing; loaded in consoles alone. */
export function ConsoleCommands({ host }: { host: ConsoleHost }) {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { me } = useSession()

  useEffect(() => {
    host.setViewer(me ? toViewer(me) : nobody)
    if (!me) forgetRecords()
  }, [host, me])
  useEffect(() => host.onOpenPath((path) => openPath(path, navigate)), [host, navigate])
  useEffect(() => host.onCommand((id) => runCommand(id, navigate)), [host, navigate])
  useEffect(() => host.onSaved((file) => sayWhereItIs(file, host)), [host])
  useLeavePage()
  useAccelerators((id) => runCommand(id, navigate))

  useCommand('logOut', () => void dispatch(endSession()))
  useCommand('refresh', () => void dispatch(api.util.invalidateTags([...tagTypes])))
  useCommand('toggleTheme', toggleTheme)
  useCommand('save', submitForm)
  useCommand('submit', submitForm)
  useCommand('submitAndNext', submitAndGoOn)
  useCommand('back', () => void navigate(-1))
  useCommand('findInList', awaitField)
  useCommand('forward', () => void navigate(1))
  return null
}
