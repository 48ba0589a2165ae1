import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  Eye,
  EyeOff,
  Merge,
  MoreHorizontal,
  Pencil,
  Trash2,
} from 'lucide-react'
import type { Category, MakeShown } from '../../../contract/cars/cars.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'

export type Way = 'first' | 'up' | 'down'

interface MakeMenuProps {
  make: Category
  onEdit: () => void
  onMerge: () => void
  onMove: (way: Way) => void
  onShow: (shown: MakeShown) => void
  onDelete: () => void
}

export function MakeMenu({ make, onEdit, onMerge, onMove, onShow, onDelete }: MakeMenuProps) {
  return (
    <Menu
      label={`Actions for ${make.category_name}`}
      entries={[
        { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
        { label: 'Move to the top', icon: <ArrowUpToLine />, onSelect: () => onMove('first') },
        { label: 'Move up', icon: <ArrowUp />, onSelect: () => onMove('up') },
        { label: 'Move down', icon: <ArrowDown />, onSelect: () => onMove('down') },
        ...(make.shown === 'never'
          ? [
              { label: 'Show with cars', icon: <Eye />, onSelect: () => onShow('with-cars') },
              { label: 'Show always', icon: <Eye />, onSelect: () => onShow('always') },
            ]
          : [{ label: 'Hide', icon: <EyeOff />, onSelect: () => onShow('never') }]),
        { label: 'Merge into another', icon: <Merge />, onSelect: onMerge },
        { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: onDelete },
      ]}
    >
      <MoreHorizontal />
    </Menu>
  )
}
