import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { Avatar } from '../../ui/controls/Avatar.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { PhoneText } from '../../ui/controls/PhoneText.tsx'
import { useGetRelatedCarsQuery } from './cars.api.ts'
import { VerifiedBadge } from './CarCard.tsx'

interface SellerCardProps {
  car: Car
  /** Content that replaces the contact details for signed-out visitors. */
  signIn: ReactNode
}

export function SellerCard({ car, signIn }: SellerCardProps) {
  const { _id: id, sellerName, sellerVerified } = car
  const { currentData: related } = useGetRelatedCarsQuery({ params: { id } })
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 id="seller" className="text-h3">
        Seller
      </h2>
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        <Avatar src={related?.sellerPhoto} name={sellerName} className="size-11" />
        {sellerName}
      </p>
      {sellerVerified && <VerifiedMeaning />}
      <Contacts car={car} signIn={signIn} />
    </Card>
  )
}

function VerifiedMeaning() {
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-badge">
        <VerifiedBadge />
        <span className="text-link">What does this mean?</span>
      </summary>
      <p className="mt-1 text-muted">
        Our team has verified this seller. That’s about who is selling, not about the car: look it over when
        you meet.
      </p>
    </details>
  )
}

function Contacts({ car: { sellerUnproven, sellerEmail, selllerContact }, signIn }: SellerCardProps) {
  if (sellerEmail === undefined && sellerUnproven)
    return (
      <p className="text-small text-muted">
        Their contact details show here once they’ve confirmed their email address.
      </p>
    )
  if (sellerEmail === undefined) return signIn
  return (
    <ul className="flex flex-col gap-1">
      <li>
        <a href={`mailto:${sellerEmail}`} className="text-link inline-flex min-h-11 items-center gap-2">
          <Mail aria-hidden="true" className="size-5" />
          {sellerEmail}
        </a>
      </li>
      {selllerContact && (
        <li>
          <PhoneText
            phone={selllerContact}
            icon={<Phone aria-hidden="true" className="size-5" />}
            className="inline-flex min-h-11 items-center gap-2 wrap-anywhere"
          />
        </li>
      )}
    </ul>
  )
}
