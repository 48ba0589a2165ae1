import { useSearchParams } from 'react-router-dom'
import { MailLink } from '../features/mail-link/MailLink.tsx'
import { Card } from '../ui/controls/Card.tsx'

/**
 * Renders `/mail-link?mode=…&oobCode=…`, the URL in the identity service's emails. Only the code determines the link's purpose; `mode` is ignored.
 */
export function MailLinkPage() {
  const code = useSearchParams()[0].get('oobCode') ?? ''

  return (
    <div className="page max-w-[560px]! py-8 sm:py-16">
      <Card>
        <MailLink key={code} code={code} />
      </Card>
    </div>
  )
}
