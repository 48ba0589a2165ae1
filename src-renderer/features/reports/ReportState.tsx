import { reportStateLabels } from '../../../contract/list-labels.ts'
import type { Report } from '../../../contract/reports.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'

const TONES: Record<Report['state'], Tone> = { open: 'info', upheld: 'success', dismissed: 'neutral' }

export function ReportState({ state }: Pick<Report, 'state'>) {
  return <Badge tone={TONES[state]}>{reportStateLabels[state]}</Badge>
}
