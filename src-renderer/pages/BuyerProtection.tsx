import { FileCheck, MessageCircleWarning, Shield, Undo2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../contract/cars/cars.ts'
import { pages } from '../../contract/pages.ts'
import { useReleaseTime } from '../api/sale-times.ts'
import { Card } from '../ui/controls/Card.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'

/** Explains what happens to the buyer's money, and what the buyer can do if something is wrong with the car. */
export function BuyerProtection({ car: { returns, deposit } }: { car: Car }) {
  const releaseTime = useReleaseTime()
  return (
    <section id="protection" aria-labelledby="protection-title">
      <Card className="flex flex-col gap-4 p-5">
        <h2 id="protection-title" className="text-h3">
          How you’re protected
        </h2>
        <ul className="flex flex-col gap-4">
          <Point icon={Shield} title="We hold your money until the handover is confirmed">
            That is when the seller enters your code or you say that you have the car. If neither happens and
            no one reports a problem, we pay the seller {releaseTime ?? 'some days'} after the agreed time.
            {deposit !== null && ' We don’t hold what you pay to the seller directly.'}
          </Point>
          <Point icon={MessageCircleWarning} title="Something’s wrong? Our team decides">
            Report a problem on the deal’s page. If we haven’t paid the seller yet, we hold the money until
            the case is decided.
          </Point>
          {returns && (
            <Point icon={Undo2} title={`You can return this car within ${returns}`}>
              The seller offers this. The time starts when the handover is confirmed.
            </Point>
          )}
          <Point icon={FileCheck} title="The listing is kept as you paid for it">
            The deal’s page shows what has changed in it since, and the bill of sale repeats what it said
            about marks.
          </Point>
        </ul>
        <p className="text-small text-muted">
          If your payment can’t become a sale, you get a full refund.{' '}
          <TextLink to={pages.terms.path} className="-my-2.5 inline-flex min-h-11 min-w-11 items-center">
            Terms
          </TextLink>
        </p>
      </Card>
    </section>
  )
}

function Point({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon aria-hidden="true" className="size-5 flex-none text-primary" />
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-small text-muted">{children}</p>
      </div>
    </li>
  )
}
