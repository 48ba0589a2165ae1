import { Button } from '../../ui/controls/Button.tsx'
import { subscribersText } from './issue-words.ts'
import { useCountSubscribersQuery } from './issues.api.ts'

/** Says how many would get it; nobody can be sent nothing. */
export function SendButton({ loading, onSend }: { loading: boolean; onSend: () => void }) {
  const { data } = useCountSubscribersQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data?.confirmed === 0)
    return (
      <p className="self-center text-small text-muted">
        There’s no one to send it to yet: no subscriber has confirmed their address.
      </p>
    )
  return (
    <Button loading={loading} onClick={onSend}>
      {data ? `Send to ${subscribersText(data.confirmed)}` : 'Send to all subscribers'}
    </Button>
  )
}
