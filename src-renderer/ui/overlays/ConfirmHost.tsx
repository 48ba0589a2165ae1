import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '../controls/Button.tsx'
import { focusAfter } from '../table/current-row.ts'
import { confirmRequests, type ConfirmRequest } from './confirm.ts'
import { TextField } from '../form/TextField.tsx'
import './overlays.css'

export function ConfirmHost() {
  const [request, setRequest] = useState<ConfirmRequest>()
  const [isOpen, setOpen] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element>(null)

  useEffect(
    () =>
      confirmRequests.serve((next) => {
        opener.current = document.activeElement
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
          <AlertDialog.Popup
            className="dialog"
            aria-modal
            initialFocus={() => cancel.current ?? true}
            finalFocus={() => focusAfter(opener.current)}
          >
            {request && (
              <Question key={request.title} request={request} cancel={cancel} onAnswer={handleAnswer} />
            )}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface QuestionProps {
  request: ConfirmRequest
  /** The initially focused button if the content above it is read-only. */
  cancel: RefObject<HTMLButtonElement | null>
  onAnswer: (isConfirmed: boolean) => void
}

function Question({ request, cancel, onAnswer }: QuestionProps) {
  const { title, text, content, confirmLabel, cancelLabel = 'Cancel', tone = 'danger', typed } = request
  const [input, setInput] = useState('')
  const isReady = typed === undefined || input.trim() === typed

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
        {content}
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </div>
      <div className="dialog-actions">
        <Button ref={content ? cancel : undefined} variant="secondary" onClick={() => onAnswer(false)}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant={tone} disabled={!isReady}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
