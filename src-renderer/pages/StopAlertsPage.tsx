import { useParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { searchesApi } from '../features/searches/searches.api.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { toast } from '../ui/overlays/toast.ts'

/** Renders `/alerts/:token`. It requires a button press: mail scanners open every link. */
export function StopAlertsPage() {
  const token = useParams().token ?? ''
  const [stopAlerts, { data, isLoading }] = searchesApi.useStopAlertsMutation()

  async function handleClick() {
    const { error } = await stopAlerts({ params: { token } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <div className="page max-w-[720px]! py-16">
      <Card>
        {data ? (
          <div role="status">
            <EmptyState
              as="h1"
              title={data.modifiedCount > 0 ? 'Alerts stopped' : 'There are no alerts to stop'}
              text={
                data.modifiedCount > 0
                  ? 'We won’t tell you about matches of this search anymore. Your other searches stay as they are.'
                  : 'The search was deleted, or its alerts were stopped before.'
              }
              action={<LinkButton to={pages.savedSearches.path}>{pages.savedSearches.title}</LinkButton>}
            />
          </div>
        ) : (
          <EmptyState
            as="h1"
            title="Stop the alerts of this search?"
            text="The search stays saved, so you can turn its alerts on again."
            action={
              <Button loading={isLoading} onClick={() => void handleClick()}>
                Stop alerts
              </Button>
            }
          />
        )}
      </Card>
    </div>
  )
}
