import { Check, CircleHelp, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Car } from '../../contract/cars/cars.ts'
import { listTrustFacts, type Tone } from './trust-facts.ts'
import './car-page.css'

const toneIcons: Record<Tone, LucideIcon> = {
  good: Check,
  caution: TriangleAlert,
  unknown: CircleHelp,
  plain: Info,
}

/**
 * Shows what a buyer looks for first, including what the seller has not stated. Each fact links to the section
 * with its details.
 */
export function CarTrust({ car }: { car: Car }) {
  return (
    <div>
      <ul aria-label="At a glance" className="trust-facts">
        {listTrustFacts(car).map(({ text, tone, section, icon: Icon = toneIcons[tone] }) => (
          <li key={text}>
            <a href={`#${section}`} data-tone={tone}>
              <Icon aria-hidden="true" className="size-5 flex-none" />
              {text}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-tiny text-muted">Title, accidents, and marks as stated by the seller.</p>
    </div>
  )
}
