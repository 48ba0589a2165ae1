import { Menu } from '@base-ui/react/menu'
import { Check, Columns3 } from 'lucide-react'
import type { Column } from '../DataTable.tsx'
import '../../overlays/overlays.css'

interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  /** Keys of selected columns that are hidden for lack of space. */
  dropped: readonly string[]
  onChange: (hidden: string[]) => void
}

/** Lets the user choose the visible columns. The name and actions columns are always visible. */
export function ColumnsMenu<Row>({ columns, hidden, dropped, onChange }: ColumnsMenuProps<Row>) {
  const optional = columns.filter(({ kind }) => kind === undefined)
  if (optional.length === 0) return null
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label="Columns" title="Columns">
        <Columns3 />
      </Menu.Trigger>
      <Menu.Portal container={document.getElementById('main')}>
        <Menu.Positioner className="menu-positioner" align="end" sideOffset={6}>
          <Menu.Popup className="menu" aria-label="Columns" aria-labelledby={undefined}>
            {optional.map(({ key, header }) => (
              <Menu.CheckboxItem
                key={key}
                className="menu-item"
                checked={!hidden.includes(key)}
                onCheckedChange={(isShown) =>
                  onChange(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])
                }
              >
                <span className="menu-check">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden="true" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {header}
                {dropped.includes(key) && <span className="menu-aside">No room</span>}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
