import { useState, useId, type FormEvent } from 'react'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'
import type { CarImport, MissingCarAction } from '../../../contract/imports.ts'
import { MISSING_SHARE } from '../../../contract/import-limits.ts'
import type { PictureHostOfFile } from '../../../contract/picture-hosts.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import {
  useApplyImportMutation,
  useLazyListPictureHostsQuery,
  useSetPictureHostsMutation,
} from './imports.api.ts'
import { ImportQuestions } from './ImportQuestions.tsx'
import { useTakenFocus } from './use-taken-focus.ts'

export function ApplyImport({ job }: { job: CarImport }) {
  const [missing, setMissing] = useState<MissingCarAction>('leave')
  const [typed, setTyped] = useState('')
  const [errorMessage, setErrorMessage] = useState<string>()
  const [apply, { isLoading }] = useApplyImportMutation()
  const card = useTakenFocus()
  const leaving = missing === 'off-lot' ? job.missing : 0
  const shouldConfirm = leaving > job.onLot * MISSING_SHARE
  const going = job.counts.create + job.counts.update

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    if (shouldConfirm && Number(typed) !== leaving) return setErrorMessage(`Type ${leaving} to confirm.`)
    const body = { missing, ...(shouldConfirm && { missingCount: leaving }) }
    const { error } = await apply({ params: { id: job._id }, body })
    setErrorMessage(error && formatProblem(toProblem(error)))
  }

  return (
    <section ref={card} tabIndex={-1} aria-label="Import" className="import-card import-apply">
      <PlanWords job={job} />
      {job.message !== undefined && (
        <Notice tone="warning">
          <p>{job.message}</p>
        </Notice>
      )}
      {job.note !== undefined && (
        <Notice tone="info">
          <p>{job.note}</p>
        </Notice>
      )}
      <ImportQuestions job={job} />
      {job.pictureHosts.length > 0 && <PictureHosts hosts={job.pictureHosts} />}
      <form noValidate className="import-deed" onSubmit={(event) => void handleSubmit(event)}>
        {job.missing > 0 && <MissingCars job={job} onChange={setMissing} />}
        {shouldConfirm && (
          <TextField
            label={`That’s ${formatNumber(leaving)} of your ${formatCount(job.onLot, 'listed car')}. Type ${leaving} to confirm`}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-80"
            value={typed}
            error={errorMessage}
            onChange={({ target }) => setTyped(target.value.trim())}
          />
        )}
        {errorMessage !== undefined && !shouldConfirm && (
          <Notice tone="danger" isAlert>
            <p>{errorMessage}</p>
          </Notice>
        )}
        {going + leaving > 0 && (
          <div>
            <Button type="submit" loading={isLoading}>
              {deedOf(going, leaving)}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}

function deedOf(going: number, leaving: number): string {
  if (leaving === 0) return `Import ${formatCount(going, 'car')}`
  const unlist = `take ${formatNumber(leaving)} off the lot`
  return going === 0 ? `T${unlist.slice(1)}` : `Import ${formatCount(going, 'car')} and ${unlist}`
}

function PlanWords({ job: { counts } }: { job: CarImport }) {
  const { create, update, error, held } = counts
  const summaries = [
    create > 0 && `${formatCount(create, 'car')} to add`,
    update > 0 && `${formatCount(update, 'car')} to update`,
  ].filter(Boolean)
  const notes = [
    error > 0 &&
      `${formatCount(error, 'row')} with errors won’t be imported; you can download them afterward.`,
    held > 0 &&
      `${formatCount(held, 'car')} on hold won’t change, because of a sale or because it’s archived.`,
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-h3 font-bold tracking-tight">
        {summaries.length > 0 ? summaries.join(', ') : 'Nothing to add or update'}
      </h2>
      <p className="text-small text-muted">
        {notes.length > 0 ? notes.join(' ') : 'Nothing has changed yet. Look through the cars below first.'}
      </p>
    </div>
  )
}

interface MissingCarsProps {
  job: CarImport
  onChange: (choice: MissingCarAction) => void
}

/** Asks what to do with listed cars that are missing from the file. By default, they stay listed. */
function MissingCars({ job: { missing }, onChange }: MissingCarsProps) {
  const it = missing === 1 ? 'it' : 'them'
  return (
    <RadioGroup
      label={`${formatCount(missing, 'listed car')} ${missing === 1 ? 'isn’t' : 'aren’t'} in the file`}
      name={useId()}
      className="max-w-120"
      options={[
        { value: 'leave', label: `Leave ${it}` },
        { value: 'off-lot', label: `Take ${it} off the lot` },
      ]}
      defaultValue="leave"
      onChange={({ target }) => onChange(target.value as MissingCarAction)}
    />
  )
}

/** Lets the user allow the websites that host the file's photos. The server then reads the file again. */
function PictureHosts({ hosts }: { hosts: CarImport['pictureHosts'] }) {
  const [read] = useLazyListPictureHostsQuery()
  const [save, { isLoading }] = useSetPictureHostsMutation()
  const [errorMessage, setErrorMessage] = useState<string>()

  async function change({ host, allowed }: PictureHostOfFile) {
    try {
      const otherHosts = (await read({}).unwrap()).hosts.filter((name) => name !== host)
      await save({ body: { hosts: allowed ? otherHosts : [...otherHosts, host] } }).unwrap()
    } catch (error) {
      setErrorMessage(formatProblem(toProblem(error)))
    }
  }

  return (
    <Notice className="import-question" title="The file has photos on other websites">
      <p>We get photos only from websites that you allow, and only for cars that have none here.</p>
      <ul className="flex flex-col gap-2">
        {hosts.map((each) => (
          <li key={each.host} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 wrap-anywhere">
              {formatCount(each.photos, 'photo')} on <strong>{each.host}</strong>
              {each.allowed && ', allowed'}
            </span>
            <Button
              variant={each.allowed ? 'ghost' : 'secondary'}
              size="small"
              disabled={isLoading}
              aria-label={`${each.allowed ? 'Don’t get' : 'Get'} photos from ${each.host}`}
              onClick={() => void change(each)}
            >
              {each.allowed ? 'Don’t get photos' : 'Get photos'}
            </Button>
          </li>
        ))}
      </ul>
      {errorMessage !== undefined && <p role="alert">{errorMessage}</p>}
    </Notice>
  )
}
