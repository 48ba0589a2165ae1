import { CalendarPlus, Map, Phone } from 'lucide-react'
import { isBeforeHandover } from '../../../contract/deal-life.ts'
import type { Deal } from '../../../contract/deals.ts'
import { mapLink } from '../../../contract/map-link.ts'
import { pagePath } from '../../../contract/pages.ts'
import { buildPhoneLink } from '../../../contract/phone-link.ts'
import { useWebAddress } from '../../api/config.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { platform } from '../../platform/current.ts'
import { buildCalendarFile } from '../../ui/calendar-file.ts'
import { AnchorButton, Button } from '../../ui/controls/Button.tsx'

export function HandoverActions({ deal }: { deal: Deal }) {
  const { role, contact, buyerName, sellerName, place, handoverAt } = deal
  const webAddress = useWebAddress()
  const call = contact ? buildPhoneLink(contact) : null

  return (
    <div className="flex flex-wrap gap-3 *:max-w-full compact:gap-2 max-sm:*:w-full">
      {call && (
        <AnchorButton href={call} variant="secondary">
          <Phone aria-hidden="true" />
          <span className="truncate">Call {role === 'buyer' ? sellerName : buyerName}</span>
        </AnchorButton>
      )}
      {place !== '' && (
        <AnchorButton href={mapLink(place)} target="_blank" rel="noreferrer" variant="secondary">
          <Map aria-hidden="true" />
          Directions
        </AnchorButton>
      )}
      {handoverAt !== null && isBeforeHandover(deal) && (
        <Button
          variant="secondary"
          onClick={() => saveMeeting(deal, handoverAt, webAddress(pagePath('deal', { id: deal.purchaseID })))}
        >
          <CalendarPlus aria-hidden="true" />
          Add to calendar
        </Button>
      )}
    </div>
  )
}

function saveMeeting(
  { purchaseID, carName, place, role, buyerName, sellerName, contact }: Deal,
  handoverAt: string,
  address: string,
) {
  const other = role === 'buyer' ? sellerName : buyerName
  const file = buildCalendarFile(
    {
      id: purchaseID,
      title: `Handover of the ${carName}`,
      place,
      notes: `${other}${contact ? `: ${contact}` : ''}\nDeal: ${address}`,
      start: new Date(handoverAt),
      isAgreed: true,
    },
    new Date(getServerTime()),
  )
  platform.saveFile('kerblight-handover.ics', new Blob([file], { type: 'text/calendar' }))
}
