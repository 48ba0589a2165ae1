import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useAddPayoutLinkMutation } from './payouts.api.ts'

/** Requests a link to Stripe's pages and opens it. A link works only once, so each click requests a new one. */
export function PayoutLinkButton({ label }: { label: string }) {
  const [addLink, { isLoading }] = useAddPayoutLinkMutation()

  async function handleClick() {
    const { data, error } = await addLink()
    if (error) toast.error(toProblem(error).message)
    else platform.openSite(data.url)
  }

  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button loading={isLoading} onClick={() => void handleClick()}>
        {label}
      </Button>
      {platform.console !== null && (
        <p className="text-small text-muted">
          Stripe opens in your browser. This page updates when you’re done.
        </p>
      )}
    </div>
  )
}
