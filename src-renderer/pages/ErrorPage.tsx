import { strings } from '../../contract/strings.ts'
import { notFoundTitle } from '../../contract/pages.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Logo } from '../ui/controls/Logo.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  usePageTitle(strings.error.title)
  const detail = error instanceof Error ? error.message : 'Unknown error'
  return <Oops detail={detail} canReload />
}

export function NotFoundPage() {
  usePageTitle(notFoundTitle)
  return <Oops detail="Not Found" hint="We couldn’t find that page." />
}

interface OopsProps {
  detail: string
  hint?: string
  canReload?: boolean
}

function Oops({ detail, hint, canReload = false }: OopsProps) {
  return (
    <div className="page grid min-h-[70vh] place-items-center py-16">
      <div className="flex max-w-[480px] flex-col items-center gap-4 text-center">
        <Logo size={72} />
        <h1 className="text-h1 font-heavy">{strings.error.title}</h1>
        <p className="text-lead">{strings.error.text}</p>
        <p className="text-muted">
          <i>{detail}</i>
        </p>
        {hint && <p className="text-muted">{hint}</p>}
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton to="/">{strings.error.home}</LinkButton>
          {canReload && (
            <Button variant="secondary" onClick={() => location.reload()}>
              Reload this page
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
