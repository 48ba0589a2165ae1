import { Download, BadgeCheck, MailWarning } from 'lucide-react'
import { useId, type ReactNode, useRef, useEffect, useState } from 'react'
import type { ConsolePreferences } from '../../../contract/desktop/desktop-channels.ts'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { ConfirmEmail, useConfirmedToast } from '../../session/ConfirmEmail.tsx'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { MileageUnitChoice } from '../../ui/form/MileageUnitChoice.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useExportMeMutation } from './account.api.ts'
import { AccountType } from './AccountType.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions } from './Sessions.tsx'

const FAILED = 'We couldn’t save this. Try again.'

export function AccountSections({ watchedFolder }: { watchedFolder: ReactNode }) {
  return (
    <div className="flex max-w-[760px] flex-col gap-5">
      <Section title="Profile">
        <ProfileForm />
      </Section>
      <Section title="Email address">
        <EmailAddress />
      </Section>
      <Section title="Password">
        <ChangePassword />
      </Section>
      <Section title="Account type" anchor="account-type">
        <AccountType />
      </Section>
      <Section title="Units">
        <MileageUnitChoice
          label="Mileage in"
          hint={platform.console ? 'For this computer.' : 'For this browser.'}
        />
      </Section>
      {platform.console && (
        <Section title="This computer">
          <ThisComputer host={platform.console} />
        </Section>
      )}
      {watchedFolder && <Section title="Watched folder">{watchedFolder}</Section>}
      <Section title="Signed-in devices">
        <Sessions />
      </Section>
      <Section title="Your data">
        <ExportData />
      </Section>
      <Section title="Delete account">
        <DeleteAccount />
      </Section>
    </div>
  )
}

interface SectionProps {
  title: string
  /** The element ID that other pages link to. */
  anchor?: string
  children: ReactNode
}

function Section({ title, anchor, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="scroll-mt-24">
      <Card className="flex flex-col gap-4 p-5">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}

function ExportData() {
  const [exportMe, { isLoading }] = useExportMeMutation()

  async function handleExport() {
    const { data, error } = await exportMe()
    if (error) return toast.error(toProblem(error).message)
    const contents = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    platform.saveFile('kerblight-my-data.json', contents)
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">Download everything we store about you as a JSON file.</p>
      <Button variant="secondary" loading={isLoading} onClick={() => void handleExport()}>
        <Download aria-hidden="true" />
        Download my data
      </Button>
    </div>
  )
}

function EmailAddress() {
  const me = useMe()
  const address = useRef<HTMLParagraphElement>(null)
  useConfirmedToast(() => address.current?.focus())

  return (
    <div className="flex flex-col items-start gap-4">
      <p ref={address} tabIndex={-1} className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{me.email}</span>
        {me.emailVerified ? (
          <Badge tone="success">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Confirmed
          </Badge>
        ) : (
          <Badge tone="warning">
            <MailWarning aria-hidden="true" className="size-4" />
            Not confirmed
          </Badge>
        )}
      </p>
      {!me.emailVerified && (
        <>
          <p className="text-muted">
            {me.mayTrade
              ? 'We emailed you a link. Open it to confirm this address so we can send receipts and updates.'
              : 'We emailed you a link. Open it to confirm this address. Until then, you can’t list, edit, or pay for cars, no one can see how to reach you, and we hold back other emails.'}
          </p>
          <ConfirmEmail />
        </>
      )}
    </div>
  )
}

/** Shows the user's settings for the console on this computer. */
function ThisComputer({ host }: { host: ConsoleHost }) {
  const [preferences, setPreferences] = useState<ConsolePreferences | null>(null)
  useEffect(() => void host.readPreferences().then(setPreferences), [host])

  async function save(change: Partial<ConsolePreferences>) {
    setPreferences((before) => before && { ...before, ...change })
    try {
      setPreferences(await host.savePreferences(change))
    } catch {
      setPreferences(preferences)
      toast.error(FAILED)
    }
  }

  return (
    <>
      <Checkbox
        label="Keep running in the tray when I close the window"
        hint="Notifications keep coming. To quit, use the icon in the tray or the File menu."
        disabled={preferences === null}
        checked={preferences?.staysInTray ?? false}
        onChange={({ target }) => void save({ staysInTray: target.checked })}
      />
      <Checkbox
        label="Start when I sign in to this computer"
        hint={preferences?.startsAtLogin === null ? 'Works once the console is installed.' : undefined}
        disabled={typeof preferences?.startsAtLogin !== 'boolean'}
        checked={preferences?.startsAtLogin ?? false}
        onChange={({ target }) => void save({ startsAtLogin: target.checked })}
      />
    </>
  )
}
