import type { Hold } from '../../../contract/holds.ts'
import { holdStateLabels } from '../../../contract/list-labels.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { platform } from '../../platform/current.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailStatus } from '../../ui/controls/EmailStatus.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'

const TONES: Record<Hold['state'], Tone> = { starting: 'info', held: 'success', over: 'warning' }

/** For one-line rows only. */
const emailStatus: Column<Hold> = {
  key: 'email-status',
  rank: 5,
  header: 'Email status',
  width: 130,
  value: ({ buyerEmailVerified }) => (buyerEmailVerified ? 'Confirmed' : 'Unconfirmed'),
  render: ({ buyerEmailVerified }) => <EmailStatus isConfirmed={buyerEmailVerified} />,
}

export const holdColumns: readonly Column<Hold>[] = [
  {
    key: 'car',
    header: strings.columns.modelName,
    kind: 'main',
    value: ({ carName }) => carName,
    render: ({ carID, carName, amount }) => (
      <span className="block min-w-0">
        <TextLink to={pagePath('car', { id: carID })} className="wrap-anywhere">
          {carName}
        </TextLink>
        <span className="cell-more block text-tiny font-normal text-subtle tabular-nums">
          {formatMoney(amount)}
        </span>
      </span>
    ),
  },
  {
    key: 'buyer',
    rank: 1,
    header: 'Buyer',
    width: 190,
    value: ({ buyerName, buyerEmail }) => `${buyerName} ${buyerEmail}`,
    render: ({ buyerName, buyerEmail, buyerEmailVerified }) => (
      <span className="cell-stack">
        <span className="wrap-anywhere">{buyerName}</span>
        <span className="cell-more text-tiny text-muted">
          <EmailText address={buyerEmail} />
        </span>
        <span className="cell-more">
          <EmailStatus isConfirmed={buyerEmailVerified} />
        </span>
      </span>
    ),
  },
  ...(platform.density === 'comfortable' ? [] : [emailStatus]),
  {
    key: 'since',
    rank: 4,
    header: 'Since',
    width: 160,
    value: ({ since }) => since,
    render: ({ since }) => <DateText at={since} hasTime />,
  },
  {
    key: 'until',
    rank: 3,
    header: 'Until',
    width: 160,
    value: ({ until }) => until,
    render: ({ until }) => <DateText at={until} hasTime />,
  },
  {
    key: 'state',
    rank: 2,
    header: 'Status',
    width: 90,
    value: ({ state }) => holdStateLabels[state],
    isFacet: true,
    render: ({ state }) => <Badge tone={TONES[state]}>{holdStateLabels[state]}</Badge>,
  },
]
