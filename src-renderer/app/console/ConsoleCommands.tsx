import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  nobody,
  commandIds,
  commands,
  isMainCommand,
  canRun,
  type Command,
  type CommandId,
} from '../../../contract/desktop/commands.ts'
import type { SavedFile } from '../../../contract/desktop/desktop-channels.ts'
import { tagTypes } from '../../../contract/api/tags.ts'
import { api } from '../../api/api.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { useCommand } from '../../ui/commands.ts'
import { awaitField } from '../../ui/table/console/type-ahead-buffer.ts'
import { useAppDispatch } from '../../session/store.ts'
import { endSession } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { isAccelerator } from '../../ui/accelerators.ts'
import { toggleTheme } from '../../ui/theme.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { openPath } from './open-path.ts'
import { clearRecentRecords } from './recent.ts'
import { runCommand } from './run-command.ts'
import { useLeavePage } from './use-leave-page.ts'
import { toViewer } from './viewer.ts'

/**
 * Connects the console's menu, links, and notifications to the page. It renders nothing and loads
 * only in consoles.
 */
export function ConsoleCommands({ host }: { host: ConsoleHost }) {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { me } = useSession()

  useEffect(() => {
    host.setViewer(me ? toViewer(me) : nobody)
    if (!me) clearRecentRecords()
  }, [host, me])
  useEffect(() => host.onOpenPath((path) => openPath(path, navigate)), [host, navigate])
  useEffect(() => host.onCommand((id) => runCommand(id, navigate)), [host, navigate])
  useEffect(() => host.onSaved((file) => notifySavedPath(file, host)), [host])
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

/**
 * Shows a toast with the saved file's folder, or with advice if saving failed. Browsers have their
 * own download UI.
 */
function notifySavedPath({ number, fileName, folder }: SavedFile, host: Pick<ConsoleHost, 'showSaved'>) {
  if (folder === null)
    return toast.error(`${fileName} wasn’t saved`, {
      detail: 'Save it again in a different folder, and make sure the disk isn’t full.',
    })
  toast.success(`${fileName} saved`, {
    detail: `In ${folder}`,
    action: { label: 'Show in folder', onAction: () => host.showSaved(number) },
  })
}

/** Submits the current form: the open dialog's, the one with the focus, or the page's only form. */
function submitForm(): void {
  press('[type="submit"]')
}

/** Clicks the current form's "save and continue" button, if it has one. */
function submitAndGoOn(): void {
  press('[type="submit"][value="next"]')
}

function press(button: string): void {
  const form = dialogForm() ?? document.activeElement?.closest('form') ?? onlyForm()
  form?.querySelector<HTMLElement>(button)?.click()
}

function dialogForm(): HTMLFormElement | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('[role="dialog"] form, [role="alertdialog"] form')
  return [...forms].at(-1)
}

function onlyForm(): HTMLFormElement | undefined {
  const [form, ...otherForms] = document.querySelectorAll<HTMLFormElement>('#main form:not([role="search"])')
  return otherForms.length === 0 ? form : undefined
}

/**
 * Runs the page's commands by their keyboard shortcuts. The native menu has the same shortcuts, but
 * does not receive keys that the page has handled, so no command runs twice. This also works where
 * the system hides the menu.
 * @param run returns true if the command was handled
 */
function useAccelerators(run: (id: CommandId) => boolean): void {
  const { me } = useSession()
  const latest = useRef({ run, me })
  useEffect(() => {
    latest.current = { run, me }
  })

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || (event.altKey && isTyping(event.target))) return
      const { run: runNow, me: meNow } = latest.current
      const viewer = meNow ? toViewer(meNow) : nobody
      const id = commandIds.find((commandId) => {
        const { accelerator }: Command = commands[commandId]
        return accelerator !== undefined && !isMainCommand(commandId) && isAccelerator(event, accelerator)
      })
      if (id === undefined || !canRun(id, viewer)) return
      event.preventDefault()
      runNow(id)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}

/**
 * Reports whether the target is a text field. On a Mac, Alt with an arrow key moves the cursor by
 * words there.
 */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
