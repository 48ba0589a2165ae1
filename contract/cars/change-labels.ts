import type { ChangeKind } from './car-changes.ts'
import { carFacts, type FactName } from './car-facts.ts'

const labels: Record<string, string> = {
  available: 'Status',
  category_name: 'Make',
  clearedVin: 'Reviewed VIN',
  coverFocus: 'Cover photo crop',
  description: 'Description',
  elsewhereNote: 'Sale note',
  elsewhereOn: 'Sold on',
  elsewherePriceMinor: 'Sold for',
  featuredAt: 'Advertised',
  heldVin: 'VIN in review',
  hiddenAt: 'Taken down',
  images: 'Photos',
  listed: 'Listed at',
  listedAt: 'First listed',
  marks: 'Damage marks',
  mileageUnit: 'Mileage unit',
  model: 'Model',
  modelName: 'Model name',
  noVinReason: 'Why it has no VIN',
  postedAt: 'Listed',
  resellPrice: 'Price',
  selllerContact: 'Phone',
  stockNo: 'Stock number',
  vin: 'VIN',
}

/** Returns a car field's display name. By default, it is the field's identifier, split into words. */
export function getFieldLabel(field: string): string {
  return labels[field] ?? carFacts[field as FactName]?.label ?? splitIntoWords(field)
}

function splitIntoWords(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The display name of each kind of change. */
export const changeKindLabels: Record<ChangeKind, string> = {
  add: 'Added',
  edit: 'Edited',
  'bulk-edit': 'Edited',
  state: 'Status changed',
  delete: 'Taken down',
  feature: 'Advertised',
  unfeature: 'Advertising stopped',
  relist: 'Listed again',
  import: 'Imported',
  'delete-account': 'Account deleted',
  undo: 'Undone',
  revert: 'Reverted',
}
