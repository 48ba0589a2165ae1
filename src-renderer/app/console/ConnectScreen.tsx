import { useState } from 'react'
import type { DesktopBridge, DesktopSetup } from '../../../contract/desktop/desktop-bridge.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Logo } from '../../ui/controls/Logo.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { TextField } from '../../ui/form/TextField.tsx'

const FAILED = { ok: false as const, message: 'We couldn’t save the address. Make sure the disk isn’t full.' }

interface ConnectScreenProps {
  desktop: Pick<DesktopBridge, 'setup'>
  setup: DesktopSetup
}

/** Lets the user choose the Kerblight server, initially or later. */
export function ConnectScreen({ desktop, setup }: ConnectScreenProps) {
  const attempt = useAttempt(desktop)
  const problem = attempt.isBusy ? null : (attempt.problem ?? setup.problem)
  const isForm = setup.lockedBy === null
  const isAtField = isForm && attempt.problem !== null

  return (
    <main className="grid min-h-screen place-items-center bg-sunken p-5">
      <section className="card flex w-full max-w-120 flex-col gap-5 p-6">
        <p className="flex items-center gap-2.5 text-[20px] font-heavy tracking-tight">
          <Logo />
          Kerblight
        </p>
        <h1 className="text-h3 font-heavy">Connect to your Kerblight server</h1>
        {problem !== null && !isAtField && (
          <Notice tone="danger" isAlert>
            <p className="wrap-anywhere">{problem}</p>
          </Notice>
        )}
        {setup.notice !== null && (
          <Notice tone="warning">
            <p className="wrap-anywhere">{setup.notice}</p>
          </Notice>
        )}
        {isForm ? (
          <AddressForm desktop={desktop} setup={setup} attempt={attempt} />
        ) : (
          <Locked desktop={desktop} setup={setup} attempt={attempt} />
        )}
      </section>
    </main>
  )
}

interface Attempt {
  connect: (address: string) => Promise<void>
  isBusy: boolean
  /** The problem that the latest attempt had, if any. */
  problem: string | null
}

function useAttempt(desktop: ConnectScreenProps['desktop']): Attempt {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function connect(address: string) {
    if (isBusy) return
    if (address.trim() === '') return setProblem('Enter the server’s address.')
    setBusy(true)
    // On success, the main process opens a new window and closes this one.
    const result = await desktop.setup.connect(address).catch(() => FAILED)
    setProblem(result.ok ? null : result.message)
    setBusy(false)
  }

  return { connect, isBusy, problem }
}

interface PartProps extends ConnectScreenProps {
  attempt: Attempt
}

function AddressForm({ desktop, setup, attempt: { connect, isBusy, problem } }: PartProps) {
  const [address, setAddress] = useState(setup.address)

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void connect(address)
      }}
    >
      <TextField
        label="Server address"
        hint="The address you open in your browser, e.g., https://cars.example"
        value={address}
        error={isBusy ? undefined : (problem ?? undefined)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        onChange={(event) => setAddress(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isBusy}>
          Connect
        </Button>
        {setup.canCancel && <Cancel desktop={desktop} />}
      </div>
      {setup.canCancel && (
        <p className="text-small text-muted">You’ll be signed out here, then sign in to the other server.</p>
      )}
    </form>
  )
}

function Locked({ desktop, setup, attempt: { connect, isBusy } }: PartProps) {
  return (
    <>
      <p className="text-muted">
        {setup.lockedBy === 'policy'
          ? 'Your administrator’s policy sets the address, so it can’t be changed here.'
          : 'The variable KERBLIGHT_API_ORIGIN sets the address, so it can’t be changed here.'}
      </p>
      {setup.address !== '' && <p className="font-medium wrap-anywhere">{setup.address}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {setup.problem !== null && setup.address !== '' && (
          <Button loading={isBusy} onClick={() => void connect(setup.address)}>
            Try again
          </Button>
        )}
        {setup.canCancel && <Cancel desktop={desktop} />}
      </div>
    </>
  )
}

function Cancel({ desktop }: Pick<ConnectScreenProps, 'desktop'>) {
  return (
    <Button variant="secondary" onClick={() => void desktop.setup.cancel()}>
      Back
    </Button>
  )
}
