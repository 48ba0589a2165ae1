import { useState } from 'react'
import type { DesktopBridge, DesktopSetup } from '../../../contract/desktop-bridge.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'

const FAILED = { ok: false as const, message: 'The address could not be saved. Is the disk full?' }

interface ConnectScreenProps {
  desktop: Pick<DesktopBridge, 'setup'>
  setup: DesktopSetup
}

/** A console's first screen, and the one to change its server: which Kerblight does it work with? */
export function ConnectScreen({ desktop, setup }: ConnectScreenProps) {
  return (
    <main className="grid min-h-screen place-items-center bg-sunken p-5">
      <section className="card flex w-full max-w-120 flex-col gap-5 p-6">
        <p className="flex items-center gap-2.5 text-[20px] font-heavy tracking-tight">
          <Logo />
          Kerblight
        </p>
        <h1 className="text-h3 font-heavy">Connect to your Kerblight</h1>
        {setup.problem !== null && (
          <Notice tone="danger" isAlert>
            <p>{setup.problem}</p>
          </Notice>
        )}
        {setup.lockedBy === null ? (
          <AddressForm desktop={desktop} setup={setup} />
        ) : (
          <Locked desktop={desktop} setup={setup} lockedBy={setup.lockedBy} />
        )}
      </section>
    </main>
  )
}

function AddressForm({ desktop, setup }: ConnectScreenProps) {
  const [address, setAddress] = useState(setup.address)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function connect() {
    if (isBusy) return
    if (address.trim() === '') return setError('Please enter the address')
    setBusy(true)
    setError(undefined)
    // On success main opens the window anew, and this one goes.
    const answer = await desktop.setup.connect(address).catch(() => FAILED)
    if (!answer.ok) setError(answer.message)
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <TextField
        label="Address of your Kerblight"
        hint="As in your browser, such as https://cars.example"
        value={address}
        error={error}
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
        <p className="text-small text-muted">You will be signed out here, and sign in at the other one.</p>
      )}
    </form>
  )
}

interface LockedProps extends ConnectScreenProps {
  lockedBy: NonNullable<DesktopSetup['lockedBy']>
}

function Locked({ desktop, setup, lockedBy }: LockedProps) {
  return (
    <>
      <p className="text-muted">
        {lockedBy === 'policy'
          ? 'Your administrator’s policy sets the address, so it cannot be changed here.'
          : 'The variable KERBLIGHT_API_ORIGIN sets the address, so it cannot be changed here.'}
      </p>
      {setup.address !== '' && <p className="font-medium wrap-anywhere">{setup.address}</p>}
      {setup.canCancel && (
        <div>
          <Cancel desktop={desktop} />
        </div>
      )}
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
