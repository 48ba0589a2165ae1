import { Copy } from 'lucide-react'
import { useId } from 'react'
import { feedNames } from '../../../contract/feed-names.ts'
import type { Feed } from '../../../contract/feeds.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** Shows the feed's URL to copy. Any client with the URL can fetch the feed. */
export function FeedAddress({ feed: { kind, url } }: { feed: Feed }) {
  const id = useId()

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Address copied')
    } catch {
      toast.info(url, { detail: 'Copy this address.' })
    }
  }

  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        Address
      </label>
      <div className="flex flex-wrap gap-2">
        <NativeInput
          id={id}
          readOnly
          value={url}
          className="input feed-address"
          onFocus={({ target }) => target.select()}
        />
        <Button
          variant="secondary"
          aria-label={`Copy address of ${feedNames[kind]}`}
          onClick={() => void handleCopy()}
        >
          <Copy aria-hidden="true" />
          Copy address
        </Button>
      </div>
    </div>
  )
}
