import { commandIds, commands, mayRun, nobody, type Command } from '../../../contract/commands.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSession } from '../../session/use-session.ts'
import { acceleratorLabel } from './accelerators.ts'
import { toViewer } from './viewer.ts'

/** The keys of a list, which are no commands of the menu. */
const listKeys = [
  ['↑ ↓ Home End', 'Move through the rows'],
  ['Space', 'Select a row'],
  ['Shift ↑ ↓', 'Select a range'],
  ['Ctrl A', 'Select all rows'],
  ['Enter', 'Open details'],
  ['Esc', 'Close details, or clear the selection'],
  ['Del', 'Delete the row'],
  ['Ctrl Z', 'Undo last delete'],
]

/** Help → Keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { me } = useSession()
  const viewer = me ? toViewer(me) : nobody
  const keyed = commandIds.flatMap((id) => {
    const { label, accelerator }: Command = commands[id]
    return accelerator !== undefined && mayRun(id, viewer) ? [[acceleratorLabel(accelerator), label]] : []
  })

  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" size="wide" focus="head">
      <div className="shortcuts">
        <KeyList title="Everywhere" keys={keyed} />
        <KeyList title="In a list" keys={listKeys} />
      </div>
    </Dialog>
  )
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly (string | undefined)[])[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
