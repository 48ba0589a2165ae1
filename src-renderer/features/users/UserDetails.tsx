import { formatDaysAgo } from '../../../contract/dates.ts'
import type { User } from '../../../contract/users.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { PanelFacts } from '../../ui/PanelFacts.tsx'
import { singleClick } from '../../ui/single-click.ts'

interface UserDetailsProps {
  user: User
  actions: readonly { label: string; onSelect: () => void }[]
}

/** A user beside the list, with what an admin can change. */
export function UserDetails({ user, actions }: UserDetailsProps) {
  const { account, role, verified, email, emailVerified, createdAt } = user
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone="primary">{account}</Badge>
        <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>
        {account === 'seller' && (
          <Badge tone={verified ? 'success' : 'neutral'}>{verified ? 'Verified' : 'Not verified'}</Badge>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, onSelect }) => (
          <Button key={label} variant="secondary" size="small" onClick={singleClick(onSelect)}>
            {label}
          </Button>
        ))}
      </div>
      <PanelFacts
        facts={[
          [
            'Email',
            <span key="email">
              <a href={`mailto:${email}`} className="text-link">
                <EmailText address={email} />
              </a>
              {emailVerified ? '' : ', unconfirmed'}
            </span>,
          ],
          [
            'Account since',
            <span key="since">
              <DateText at={createdAt} /> ({formatDaysAgo(createdAt)})
            </span>,
          ],
        ]}
      />
    </div>
  )
}
