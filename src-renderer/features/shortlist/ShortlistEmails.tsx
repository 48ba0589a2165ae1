import { shortlistFrequencies, type ShortlistFrequency } from '../../../contract/shortlist-limits.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { frequencies } from '../../ui/alert-frequencies.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { shortlistApi } from './shortlist.api.ts'

const options: readonly { value: ShortlistFrequency; label: string }[] = [
  ...frequencies,
  { value: 'never', label: 'Never' },
]

/** Lets the user choose how often they get emails about the cars on their shortlist. */
export function ShortlistEmails() {
  const { emailVerified } = useMe()
  const { data, error, isFetching, refetch } = shortlistApi.useGetShortlistEmailsQuery()
  const [setEmails, { isLoading }] = shortlistApi.useSetShortlistEmailsMutation()

  async function handleChange(value: string) {
    const every = shortlistFrequencies.find((one) => one === value)
    if (!every) return
    const { error: failure } = await setEmails({ body: { every } })
    if (failure) toast.error(toProblem(failure).message)
  }

  if (!data && error)
    return (
      <p className="flex flex-wrap items-center gap-2 text-small text-muted" role="alert">
        The email setting couldn’t be loaded. {toProblem(error).message}
        <Button variant="ghost" size="small" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data)
    return (
      <Loading label="Loading the email setting">
        <Skeleton className="h-16 max-w-60" />
      </Loading>
    )
  return (
    <div className="flex flex-col gap-1">
      <Select
        label="Emails about these cars"
        className="max-w-60"
        value={data.every}
        disabled={isLoading}
        options={options}
        onChange={(event) => void handleChange(event.target.value)}
      />
      <p className="max-w-[68ch] text-small text-muted">
        {emailVerified
          ? 'When a price changes, or a car is sold or for sale again. Your notifications show it in any case.'
          : 'Confirm your email address to get them. Until then, only your notifications show price changes and sales.'}
      </p>
    </div>
  )
}
