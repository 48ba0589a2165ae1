import { BadgeCheck, Check, CircleHelp, Info, ShieldCheck, TriangleAlert, Undo2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Car } from '../../contract/cars/cars.ts'
import { countOf } from '../../contract/figure.ts'
import './car-page.css'

/** `good` and `caution` are claims of the seller, `unknown` is missing, and `plain` takes no side. */
type Tone = 'good' | 'caution' | 'unknown' | 'plain'

interface TrustFact {
  text: string
  tone: Tone
  /** The section of the page that explains the fact. */
  section: 'details' | 'marks' | 'protection' | 'seller'
  icon?: LucideIcon
}

const toneIcons: Record<Tone, LucideIcon> = {
  good: Check,
  caution: TriangleAlert,
  unknown: CircleHelp,
  plain: Info,
}

const titles: Record<NonNullable<Car['title']>, string> = {
  clean: 'Clean title',
  rebuilt: 'Rebuilt title',
  salvage: 'Salvage title',
  lemon: 'Lemon law buyback',
  other: 'Other title',
}

const accidentTexts: Record<NonNullable<Car['accidents']>, string> = {
  'none known': 'No known accidents',
  minor: 'Minor accident',
  structural: 'Structural damage',
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

export function listTrustFacts(car: Car): TrustFact[] {
  const { title, accidents, sellerVerified } = car
  const facts: TrustFact[] = [
    title
      ? { text: titles[title], tone: title === 'clean' ? 'good' : 'caution', section: 'details' }
      : { text: 'Title not stated', tone: 'unknown', section: 'details' },
    accidents
      ? {
          text: accidentTexts[accidents],
          tone: accidents === 'none known' ? 'good' : 'caution',
          section: 'details',
        }
      : { text: 'Accidents not stated', tone: 'unknown', section: 'details' },
    factOfMarks(car),
  ]
  if (sellerVerified)
    facts.push({ text: 'Verified seller', tone: 'good', section: 'seller', icon: BadgeCheck })
  if (car.available !== 'instock' && car.available !== 'reserved') return facts
  facts.push({ text: 'Payment held until handover', tone: 'good', section: 'protection', icon: ShieldCheck })
  if (car.returns)
    facts.push({ text: `Return within ${car.returns}`, tone: 'good', section: 'protection', icon: Undo2 })
  return facts
}

function factOfMarks({ marks }: Pick<Car, 'marks'>): TrustFact {
  if (!marks) return { text: 'Marks not stated', tone: 'unknown', section: 'marks' }
  if (marks.length === 0) return { text: 'No marks', tone: 'good', section: 'marks' }
  return { text: `${countOf(marks.length, 'mark')} shown`, tone: 'plain', section: 'marks' }
}
