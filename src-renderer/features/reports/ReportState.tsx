import type { Report } from '../../../contract/reports.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const STATES: Record<Report['state'], [word: string, tone: Tone]> = {
  open: ['Open', 'info'],
  upheld: ['Upheld', 'success'],
  dismissed: ['Dismissed', 'neutral'],
}

export function reportStateWord(state: Report['state']): string {
  return STATES[state][0]
}

export function ReportState({ state }: Pick<Report, 'state'>) {
  const [word, tone] = STATES[state]
  return <Badge tone={tone}>{word}</Badge>
}
