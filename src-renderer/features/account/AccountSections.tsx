import { useId, type ReactNode } from 'react'
import { platform } from '../../platform/current.ts'
import { Card } from '../../ui/Card.tsx'
import { MileageUnitChoice } from '../../ui/MileageUnitChoice.tsx'
import { AccountType } from './AccountType.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { ExportData } from './ExportData.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions } from './Sessions.tsx'
import { ThisComputer } from './ThisComputer.tsx'

/** Everything about one's own account. */
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
  /** What links from elsewhere lead to. */
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
