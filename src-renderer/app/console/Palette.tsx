import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { nobody } from '../../../contract/desktop/commands.ts'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { useSession } from '../../session/use-session.ts'
import { openPath } from './open-path.ts'
import {
  listCommandEntries,
  dropEmptyGroups,
  findMatchingEntries,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts'
import { recordUse, listRecentEntries } from './recent.ts'
import { runCommand } from './run-command.ts'
import { useRecords } from './use-records.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { toViewer } from './viewer.ts'
import '../../ui/overlays/overlays.css'

const TYPING_MS = 150

const focusNow = (field: HTMLElement | null) => field?.focus()

/** Shows the command palette, which finds pages, commands, and records by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { me } = useSession()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const records = useRecords(useSettled(text, TYPING_MS))
  const viewerEntries = useMemo(() => listCommandEntries(me ? toViewer(me) : nobody), [me])
  const groups = dropEmptyGroups(
    text.trim() === ''
      ? restingGroups(viewerEntries)
      : [...foundCommands(viewerEntries, text), ...records.groups],
  )

  function choose(entry: PaletteEntry) {
    recordUse(entry)
    onClose()
    if ('path' in entry.goal) openPath(entry.goal.path, navigate)
    else runCommand(entry.goal.command, navigate)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Viewport className="palette-viewport">
          <Dialog.Popup className="palette" aria-label="Find a page, record, or command">
            <Autocomplete.Root
              open
              inline
              items={groups}
              // The groups contain only matches, so the component must not filter them again.
              filter={null}
              itemToStringValue={(entry: PaletteEntry) => entry.label}
              value={text}
              onValueChange={(value, { reason }) => {
                // Choosing an entry must not write its label into the field.
                if (reason !== 'item-press') setText(value)
              }}
              autoHighlight="always"
              keepHighlight
            >
              <Autocomplete.InputGroup className="palette-field">
                <Search aria-hidden="true" />
                <Autocomplete.Input
                  className="palette-input"
                  // The field gets the focus during the keystroke that opened the palette. The next
                  // letter may arrive before a frame is drawn.
                  ref={focusNow}
                  // A page that loads behind the palette tries to take the focus, so the field
                  // restores it.
                  onBlur={({ currentTarget }) => currentTarget.focus()}
                  aria-label="Find a page, record, or command"
                  placeholder="Find a page, record, or command"
                />
                {records.isLoading && <Spinner label="Searching" />}
              </Autocomplete.InputGroup>
              <div className="palette-results">
                <Autocomplete.List className="palette-list">
                  {(group: PaletteGroup) => (
                    <Autocomplete.Group key={group.value} items={group.items}>
                      <Autocomplete.GroupLabel className="palette-label">
                        {group.value}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: PaletteEntry) => <Entry key={entry.id} entry={entry} onChoose={choose} />}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
                <Autocomplete.Empty>
                  {groups.length === 0 && !records.isLoading && (
                    <p className="palette-note">
                      Nothing is called ‘{text}’. Try a model, a name, or a page.
                    </p>
                  )}
                </Autocomplete.Empty>
                <div role="status">
                  {records.problem !== null && (
                    <p className="palette-note">Couldn’t search the records: {records.problem}</p>
                  )}
                </div>
              </div>
              <p className="palette-foot" aria-hidden="true">
                <span>↑↓ move</span>
                <span>Enter open</span>
                <span>Esc close</span>
              </p>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface EntryProps {
  entry: PaletteEntry
  onChoose: (entry: PaletteEntry) => void
}

function Entry({ entry, onChoose }: EntryProps) {
  const { label, detail, shortcut } = entry
  return (
    <Autocomplete.Item value={entry} className="palette-entry" onClick={() => onChoose(entry)}>
      <span>{label}</span>
      {detail && <small>{detail}</small>}
      {shortcut && <kbd>{shortcut}</kbd>}
    </Autocomplete.Item>
  )
}

type Known = ReturnType<typeof listCommandEntries>

/** Returns the groups to show before anything is typed: recent entries, then all others. */
function restingGroups({ pages, actions }: Known): PaletteGroup[] {
  const recent = listRecentEntries([...pages, ...actions])
  const isOther = ({ id }: PaletteEntry) => !recent.some((entry) => entry.id === id)
  return [
    { value: 'Recent', items: recent },
    { value: 'Pages', items: pages.filter(isOther) },
    { value: 'Actions', items: actions.filter(isOther) },
  ]
}

function foundCommands({ pages, actions }: Known, text: string): PaletteGroup[] {
  return [
    { value: 'Pages', items: findMatchingEntries(pages, text) },
    { value: 'Actions', items: findMatchingEntries(actions, text) },
  ]
}
