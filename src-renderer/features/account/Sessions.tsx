import { formatDeviceName } from '../../../contract/device-name.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { useListSessionsQuery, useRevokeSessionMutation, useRevokeSessionsMutation } from './account.api.ts'

export function Sessions() {
  const query = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [revokeSession] = useRevokeSessionMutation()
  const [revokeOtherSessions, { isLoading }] = useRevokeSessionsMutation()
  const hasOtherSessions = (query.data?.length ?? 0) > 1

  if (!query.data && query.error) return <ListError query={query} />
  return (
    <div className="grid gap-4">
      <DataTable
        caption="Signed-in devices"
        rows={query.data}
        rowKey={(session) => session._id}
        skeletonRows={2}
        columns={[
          {
            key: 'device',
            header: 'Device',
            kind: 'main',
            render: (session) => (
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {formatDeviceName(session)}
                {session.current && <Badge tone="primary">This device</Badge>}
              </span>
            ),
          },
          {
            key: 'since',
            header: 'Signed in',
            render: ({ createdAt }) => <Moment at={createdAt} />,
          },
          {
            key: 'seen',
            header: 'Last seen',
            render: ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            render: (session) =>
              !session.current && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Sign out ${formatDeviceName(session)}`}
                  onClick={() =>
                    void toastOutcome(
                      revokeSession({ params: { id: session._id } }),
                      `${formatDeviceName(session)} is signed out`,
                    )
                  }
                >
                  Sign out
                </Button>
              ),
          },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {hasOtherSessions && (
          <Button
            variant="secondary"
            loading={isLoading}
            onClick={() => void toastOutcome(revokeOtherSessions(), 'Signed out everywhere else')}
          >
            Sign out all other devices
          </Button>
        )}
        <ExportMenu list="listSessions" fileName="kerblight-devices" />
      </div>
    </div>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <span className="max-sm:text-tiny">
      <DateText at={at} hasTime />
    </span>
  )
}
