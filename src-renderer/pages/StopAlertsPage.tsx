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

  const settings = data?.about === 'shortlist' ? pages.shortlist : pages.savedSearches

  async function handleClick() {
    const { error } = await stopAlerts({ params: { token } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <EmailLinkCard
      question={{
        title: 'Stop these emails?',
        text: 'Your saved searches and the cars on The Kerb stay, so you can turn the emails on again.',
      }}
      label="Stop emails"
      isLoading={isLoading}
      onConfirm={() => void handleClick()}
      result={
        data
          ? {
              ...(data.modifiedCount > 0
                ? {
                    title: 'Emails stopped',
                    text: 'We won’t send you emails like this one anymore. Your other emails stay as they are.',
                  }
                : {
                    title: 'There are no emails to stop',
                    text: 'They were stopped before, or their search was deleted.',
                  }),
              action: <LinkButton to={settings.path}>{settings.title}</LinkButton>,
            }
          : null
      }
    />
  )
}
