import { useConfig } from '../../api/config.ts'
import { Notice } from '../../ui/controls/Notice.tsx'

/** Before anybody writes: what will be refused until the server's settings have it. */
export function MissingAddress() {
  const config = useConfig()
  if (config?.world !== 'live' || config.contact.address) return null
  return (
    <Notice tone="warning" title="Newsletters need your mailing address" className="mb-5">
      <p>
        US law requires one in every commercial email. Set CONTACT_ADDRESS on the server and restart it; until
        then you can write and test, but not send.
      </p>
    </Notice>
  )
}
