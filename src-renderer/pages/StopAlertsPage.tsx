import { useParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { searchesApi } from '../features/searches/searches.api.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { EmailLinkCard } from './EmailLinkCard.tsx'

/** Renders `/alerts/:token`. */
export function StopAlertsPage() {
  const token = useParams().token ?? ''
  const [stopAlerts, { data, isLoading }] = searchesApi.useStopAlertsMutation()

  async function handleClick() {
    const { error } = await stopAlerts({ params: { token } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <EmailLinkCard
      question={{
        title: 'Stop the alerts of this search?',
        text: 'The search stays saved, so you can turn its alerts on again.',
      }}
      label="Stop alerts"
      isLoading={isLoading}
      onConfirm={() => void handleClick()}
      result={
        data
          ? {
              ...(data.modifiedCount > 0
                ? {
                    title: 'Alerts stopped',
                    text: 'We won’t tell you about matches of this search anymore. Your other searches stay as they are.',
                  }
                : {
                    title: 'There are no alerts to stop',
                    text: 'The search was deleted, or its alerts were stopped before.',
                  }),
              action: <LinkButton to={pages.savedSearches.path}>{pages.savedSearches.title}</LinkButton>,
            }
          : null
      }
    />
  )
}
