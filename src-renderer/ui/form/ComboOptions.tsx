import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import './combo.css'
import '../overlays/overlays.css'

export interface OptionGroup {
  value: string
  items: readonly string[]
}

/** Renders the options of a `ComboField`, which loads this component on demand. */
export function ComboOptions({ emptyText }: { emptyText: string }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="menu-positioner" sideOffset={4}>
        <Combobox.Popup className="menu combo-popup">
          <Combobox.Empty>
            <p className="combo-empty">{emptyText}</p>
          </Combobox.Empty>
          <Combobox.List>
            {(group: OptionGroup) => (
              <Combobox.Group key={group.value} items={group.items}>
                <Combobox.GroupLabel className="combo-label">{group.value}</Combobox.GroupLabel>
                <Combobox.Collection>
                  {(option: string) => (
                    <Combobox.Item key={option} value={option} className="menu-item">
                      <span className="menu-check">
                        <Combobox.ItemIndicator>
                          <Check aria-hidden="true" />
                        </Combobox.ItemIndicator>
                      </span>
                      {option}
                    </Combobox.Item>
                  )}
                </Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
