import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { LedgerDifference } from '../../../contract/payouts.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import {
  useCorrectLedgerDifferenceMutation,
  useGetLedgerComparisonQuery,
  useListLedgerDifferencesQuery,
} from './payouts.api.ts'

const TITLE = 'Differences between the books and Stripe'

const kinds: Record<LedgerDifference['kind'], string> = {
  'missing-here': 'Missing in the books',
  'missing-at-stripe': 'Missing in Stripe',
  amount: 'Different amounts',
  'fee-refund': 'Fee given up without a reversal',
}

/** Shows admins whether the books agree with Stripe, and each difference if they don't. */
export function LedgerDifferences() {
  const comparison = useGetLedgerComparisonQuery(undefined, { refetchOnMountOrArgChange: true })
  const list = useListLedgerDifferencesQuery(undefined, { refetchOnMountOrArgChange: true })
  const query = comparison.error ? comparison : list
  const differences = list.data

  if (!differences || !comparison.data)
    return (
      <div className="mb-6">
        {query.error ? (
          <ListError query={query} />
        ) : (
          <Loading label="Loading the differences">
            <Skeleton className="h-14" />
          </Loading>
        )}
      </div>
    )
  const { comparedAt } = comparison.data
  if (comparedAt === null)
    return (
      <Notice title="The books are not compared with Stripe yet" className="mb-6">
        <p>Kerblight compares them when it starts and then once a day, and lists differences here.</p>
      </Notice>
    )
  if (differences.length === 0)
    return (
      <Notice tone="success" title="The books agree with Stripe" className="mb-6">
        <p>
          Last compared: <DateText at={comparedAt} hasTime />. Kerblight compares the last 14 days once a day,
          and lists differences here.
        </p>
      </Notice>
    )
  return (
    <section aria-labelledby="differences" className="mb-6">
      <h2 id="differences" className="text-h3 font-bold tracking-tight">
        {TITLE}
      </h2>
      <p className="mt-1 mb-4 max-w-[68ch] text-muted">
        Kerblight compares its books with Stripe’s transactions of the last 14 days once a day. Look up each
        ID in Stripe’s dashboard. A difference disappears after the next comparison that finds both sides
        equal. Only a fee that was given up without a reversal can be corrected here. Last compared:{' '}
        <DateText at={comparedAt} hasTime />.
      </p>
      <DataTable caption={TITLE} columns={columns} rows={differences} rowKey={({ _id }) => _id} />
    </section>
  )
}

const columns: readonly Column<LedgerDifference>[] = [
  {
    key: 'kind',
    header: 'Difference',
    kind: 'main',
    render: ({ kind, reference }) => (
      <span className="block min-w-0">
        {kinds[kind]}
        <code className="block text-tiny font-normal wrap-anywhere text-subtle select-all">{reference}</code>
      </span>
    ),
  },
  {
    key: 'booked',
    header: 'In the books',
    align: 'end',
    render: ({ bookedMinor }) => <Amount minor={bookedMinor} />,
  },
  {
    key: 'stripe',
    header: 'At Stripe',
    align: 'end',
    render: ({ stripeMinor }) => <Amount minor={stripeMinor} />,
  },
  {
    key: 'deal',
    header: 'Deal',
    render: ({ purchaseID }) =>
      purchaseID === null ? (
        <span className="text-subtle">Unknown</span>
      ) : (
        <TextLink to={pagePath('deal', { id: purchaseID })}>View deal</TextLink>
      ),
  },
  { key: 'found', header: 'Found', render: ({ foundAt }) => <DateText at={foundAt} hasTime /> },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    render: (difference) => difference.kind === 'fee-refund' && <CorrectButton difference={difference} />,
  },
]

function CorrectButton({ difference: { _id, reference } }: { difference: LedgerDifference }) {
  const [correct, { isLoading }] = useCorrectLedgerDifferenceMutation()

  async function handleClick() {
    const { error } = await correct({ params: { id: _id } })
    if (error) toast.error(toProblem(error).message)
    else toast.success('Books corrected', { detail: 'The fee is booked again.' })
  }

  return (
    <Button
      variant="secondary"
      size="small"
      loading={isLoading}
      aria-label={`Book the fee again: ${reference}`}
      onClick={() => void handleClick()}
    >
      Book the fee again
    </Button>
  )
}

function Amount({ minor }: { minor: number | null }) {
  if (minor === null) return <span className="text-subtle">Missing</span>
  return <span className="tabular-nums">{formatMoney(minor)}</span>
}
