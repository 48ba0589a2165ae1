import { BadgeCheck, Shield, Undo2, type LucideIcon } from 'lucide-react'
import type { Car } from '../../contract/cars/cars.ts'
import { formatCount } from '../../contract/number-format.ts'
import { isPayable } from '../../contract/money.ts'

/** `good` and `caution` are claims of the seller, `unknown` is missing, and `plain` takes no side. */
export type Tone = 'good' | 'caution' | 'unknown' | 'plain'

export interface TrustFact {
  text: string
  tone: Tone
  /** The section of the page that explains the fact. */
  section: 'details' | 'marks' | 'protection' | 'seller'
  icon?: LucideIcon
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

/** Returns the facts that a buyer looks for first. A fact that the seller has not stated is `unknown`. */
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
  if (!canBuyOnline(car)) return facts
  facts.push({ text: 'Payment held until handover', tone: 'good', section: 'protection', icon: Shield })
  if (car.returns)
    facts.push({ text: `Return within ${car.returns}`, tone: 'good', section: 'protection', icon: Undo2 })
  return facts
}

/** Reports whether buyers can pay for the car on the site, now or once it is available again. */
export function canBuyOnline({ available, allInMinor }: Pick<Car, 'available' | 'allInMinor'>): boolean {
  return (available === 'instock' || available === 'reserved') && isPayable(allInMinor)
}

function factOfMarks({ marks }: Pick<Car, 'marks'>): TrustFact {
  if (!marks) return { text: 'Marks not stated', tone: 'unknown', section: 'marks' }
  if (marks.length === 0) return { text: 'No marks', tone: 'good', section: 'marks' }
  return { text: `${formatCount(marks.length, 'mark')} shown`, tone: 'plain', section: 'marks' }
}
