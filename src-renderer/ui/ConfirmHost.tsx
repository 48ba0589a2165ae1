import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { confirmRequests, type ConfirmRequest } from './confirm.ts'
import { TextField } from './TextField.tsx'
import './overlays.css'

/** Asks what `confirm` wants to know. Mounted once. */
export function ConfirmHost() {
  const [request, setRequest] = useState<ConfirmRequest>()
  const [isOpen, setOpen] = useState(false)

  useEffect(
    () =>
      confirmRequests.serve((next) => {
        setRequest(next)
        setOpen(true)
      }),
    [],
  )

  function handleAnswer(isConfirmed: boolean) {
    setOpen(false)
    request?.answer(isConfirmed)
  }

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && handleAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup className="dialog" aria-modal>
            {request && <Question key={request.title} request={request} onAnswer={handleAnswer} />}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface QuestionProps {
  request: ConfirmRequest
  onAnswer: (isConfirmed: boolean) => void
}

function Question({ request, onAnswer }: QuestionProps) {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', tone = 'danger', typed } = request
  const [answer, setAnswer] = useState('')
  const isReady = typed === undefined || answer.trim() === typed

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onAnswer(true)
      }}
    >
      <div className="dialog-head pr-6">
        <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
      </div>
      <div className="dialog-body flex flex-col gap-4">
        {text && <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>}
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </div>
      <div className="dialog-actions">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant={tone} disabled={!isReady}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
