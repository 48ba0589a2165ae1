import type { ReactNode } from 'react'
import type { Availability } from '../../../contract/cars/cars.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'primary' | 'accent'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

const STATUS: Partial<Record<Availability, [label: string, tone: Tone]>> = {
  instock: ['In stock', 'success'],
  reserved: ['Reserved', 'warning'],
  sold: ['Sold', 'neutral'],
}

/** Shows buyers the car's status as a word and a color, never only as a color. */
export function StatusBadge({ status }: { status: Availability }) {
  const [label, tone] = STATUS[status] ?? ['Removed', 'danger']
  return <Badge tone={tone}>{label}</Badge>
}
