import { commandIds, commands, canRun, nobody, type Command } from '../../../contract/desktop/commands.ts'
import { rowCommandIds, rowCommands } from '../../../contract/desktop/row-commands.ts'
import { getAcceleratorLabel } from '../../ui/accelerators.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useSession } from '../../session/use-session.ts'
import { leavePageKey } from './use-leave-page.ts'
import { toViewer } from './viewer.ts'

/** The shortcut for Undo, which toasts handle on every page. */
const undoKey = 'CmdOrCtrl+Z'

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { me } = useSession()
  const viewer = me ? toViewer(me) : nobody
  const keyed = commandIds.flatMap((id) => {
    const { label, accelerator }: Command = commands[id]
    return accelerator !== undefined && canRun(id, viewer) ? [describeKey(label, accelerator)] : []
  })
  const everywhere = [
    ...keyed,
    describeKey('Undo the last deletion', undoKey),
    describeKey('Go back from a form or a record', leavePageKey),
  ]
  const inLists = [
    ...rowCommandIds.map((id) => describeKey(rowCommands[id].label, ...rowCommands[id].keys)),
    describeKey('Move through the column headings', 'Left', 'Right'),
  ]

  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" size="wide" focus="head">
      <div className="shortcuts">
        <KeyList title="Everywhere" keys={everywhere} />
        <KeyList title="In a list" keys={inLists} />
      </div>
    </Dialog>
  )
}

interface Key {
  meaning: string
  keys: string[]
}

function describeKey(meaning: string, ...accelerators: readonly string[]): Key {
  return { meaning, keys: accelerators.map((accelerator) => getAcceleratorLabel(accelerator)) }
}

function KeyList({ title, keys }: { title: string; keys: readonly Key[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ meaning, keys }) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
