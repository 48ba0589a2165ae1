import type { Availability } from '../../../contract/cars/cars.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'

const tones: Partial<Record<Availability, Tone>> = {
  draft: 'info',
  'due-in': 'info',
  preparing: 'info',
  'in-review': 'warning',
  instock: 'success',
  reserved: 'warning',
  withdrawn: 'warning',
}

export function StateBadge({ state }: { state: Availability }) {
  return <Badge tone={tones[state] ?? 'neutral'}>{carStateLabels[state]}</Badge>
}
