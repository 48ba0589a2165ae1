import {
  ArrowRightLeft,
  FileDown,
  Megaphone,
  MegaphoneOff,
  Pencil,
  RotateCcw,
  Tag,
  Trash2,
  TrendingDown,
  TrendingUp,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import type { PriceStep } from './price-steps.ts'

const icons: Record<ChangeKind, LucideIcon> = {
  add: Tag,
  edit: Pencil,
  'bulk-edit': Pencil,
  state: ArrowRightLeft,
  delete: Trash2,
  feature: Megaphone,
  unfeature: MegaphoneOff,
  relist: Tag,
  import: FileDown,
  'delete-account': Trash2,
  undo: Undo2,
  revert: RotateCcw,
}

/**
 * Returns a change's icon.
 * @param kind null for a step in a sale
 */
export function getChangeIcon(kind: ChangeKind | null | undefined, isListing: boolean): LucideIcon {
  if (isListing) return Tag
  return kind ? icons[kind] : ArrowRightLeft
}

export function getPriceStepIcon({ difference, isListing }: PriceStep): LucideIcon {
  if (isListing || !difference) return Tag
  return difference.isLess ? TrendingDown : TrendingUp
}
