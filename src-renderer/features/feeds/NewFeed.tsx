import { useState, type FormEvent } from 'react'
import { type FeedKind, feedKinds, feedNames } from '../../../contract/feed-names.ts'
import { toProblem } from '../../api/problem.ts'
import { DialogFormEnd } from '../../ui/DialogFormEnd.tsx'
import { Fieldset } from '../../ui/Field.tsx'
import { NativeInput } from '../../ui/native-controls.ts'
import { toast } from '../../ui/toast.ts'
import { feedTexts } from './feed-words.ts'
import { useAddFeedMutation } from './feeds.api.ts'
import '../../ui/form.css'

/** Asks who the feed is for. */
export function NewFeed({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<FeedKind>('google')
  const [addFeed, { error, isLoading }] = useAddFeedMutation()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const { data } = await addFeed({ body: { kind } })
    if (!data) return
    toast.success(`${feedNames[kind]} feed made`, { detail: 'Copy its address, and enter it there.' })
    onDone()
  }

  return (
    <form
      aria-label="New feed"
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <Fieldset label="Who is it for?">
        {() => (
          <div className="grid gap-2">
            {feedKinds.map((one) => (
              <label key={one} className="choice" data-card="">
                <NativeInput
                  type="radio"
                  name="kind"
                  className="radio"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                <span className="min-w-0 font-semibold">
                  {feedNames[one]}
                  <span className="block text-small font-normal text-muted">{feedTexts[one]}</span>
                </span>
              </label>
            ))}
          </div>
        )}
      </Fieldset>
      <DialogFormEnd fault={error && toProblem(error).message} loading={isLoading} onCancel={onDone}>
        Make feed
      </DialogFormEnd>
    </form>
  )
}
