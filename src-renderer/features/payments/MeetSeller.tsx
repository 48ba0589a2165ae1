import { CalendarPlus, Mail, Map, Phone } from 'lucide-react'
import { mapLink } from '../../../contract/map-link.ts'
import { pagePath } from '../../../contract/pages.ts'
import { phoneLink } from '../../../contract/phone-link.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { useWebAddress } from '../../api/config.ts'
import { serverNow } from '../../api/server-clock.ts'
import { platform } from '../../platform/current.ts'
import { AnchorButton, Button } from '../../ui/controls/Button.tsx'
import { calendarFile, proposedTime } from './calendar-file.ts'

export function MeetSeller({ purchase }: { purchase: Purchase }) {
  const { sellerName, sellerEmail, selllerContact, meetingPlace } = purchase
  const webAddress = useWebAddress()
  const call = selllerContact ? phoneLink(selllerContact) : null

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {call && (
        <AnchorButton href={call} className="min-w-0">
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
      <Button variant="secondary" onClick={() => saveMeeting(purchase, webAddress(receiptPath(purchase)))}>
        <CalendarPlus aria-hidden="true" />
        Add to calendar
      </Button>
      <AnchorButton href={mapLink(meetingPlace)} target="_blank" rel="noreferrer" variant="secondary">
        <Map aria-hidden="true" />
        Directions
      </AnchorButton>
    </div>
  )
}

function receiptPath({ _id }: Purchase): string {
  return pagePath('receipt', { id: _id })
}

function saveMeeting({ _id, carName, meetingPlace, sellerName, selllerContact }: Purchase, receipt: string) {
  const now = new Date(serverNow())
  const file = calendarFile(
    {
      id: _id,
      title: `Pick up the ${carName}`,
      place: meetingPlace,
      notes: `Proposed time. Call ${sellerName} to agree on it: ${selllerContact ?? ''}\nReceipt: ${receipt}`,
      start: proposedTime(now),
    },
    now,
  )
  platform.saveFile('kerblight-meeting.ics', new Blob([file], { type: 'text/calendar' }))
}
