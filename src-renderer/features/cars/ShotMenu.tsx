import { Check, ChevronDown } from 'lucide-react'
import { getShotLabel, shots, type Shot } from '../../../contract/cars/shots.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'

interface ShotMenuProps {
  /** The photo's name, such as `photo 2`. */
  name: string
  shot: Shot | null
  fuel: string | null
  isBusy: boolean
  onChange: (shot: Shot | null) => void
}

/** Shows what a photo shows, and lets the seller change it. */
export function ShotMenu({ name, shot, fuel, isBusy, onChange }: ShotMenuProps) {
  const label = shot === null ? 'What it shows' : getShotLabel(shot, fuel)
  const entry = (value: Shot | null, text: string) => ({
    label: text,
    icon: value === shot ? <Check aria-label="Chosen" /> : <span className="size-4" />,
    onSelect: () => onChange(value),
  })

  return (
    <Menu
      label={`${label}: ${name}`}
      className="flex min-h-11 w-full items-center justify-between gap-2 px-3 text-left text-small"
      align="start"
      disabled={isBusy}
      entries={[
        ...shots.map((value) => entry(value, getShotLabel(value, fuel))),
        entry(null, 'None of these'),
      ]}
    >
      <span className={shot === null ? 'truncate text-muted' : 'truncate'}>{label}</span>
      <ChevronDown aria-hidden="true" className="size-4 flex-none" />
    </Menu>
  )
}
