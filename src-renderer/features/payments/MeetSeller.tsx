import { Mail, Map, Phone } from 'lucide-react'
import { mapLink } from '../../../contract/map-link.ts'
import { buildPhoneLink } from '../../../contract/phone-link.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { AnchorButton } from '../../ui/controls/Button.tsx'

export function MeetSeller({ purchase }: { purchase: Purchase }) {
  const { sellerName, sellerEmail, selllerContact, meetingPlace } = purchase
  const call = selllerContact ? buildPhoneLink(selllerContact) : null

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {call && (
        <AnchorButton href={call} variant="secondary" className="min-w-0">
          <Phone aria-hidden="true" />
          <span className="truncate">Call {sellerName}</span>
        </AnchorButton>
      )}
      {sellerEmail && (
        <AnchorButton href={`mailto:${sellerEmail}`} variant="secondary" className="min-w-0">
          <Mail aria-hidden="true" />
          <span className="truncate">Email {sellerName}</span>
        </AnchorButton>
      )}
      <AnchorButton href={mapLink(meetingPlace)} target="_blank" rel="noreferrer" variant="secondary">
        <Map aria-hidden="true" />
        Directions
      </AnchorButton>
    </div>
  )
}
