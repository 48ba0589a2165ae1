import { useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { reviewInput } from '../../../contract/reviews.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { RatingInput } from '../../ui/form/RatingInput.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'

export interface ReviewValues {
  rating: number
  reviewText: string
}

interface ReviewFormProps {
  /** Null if the review is not about a purchase. */
  carName: string | null
  initial: ReviewValues
  /** The key of an unfinished review in this tab's storage. */
  draft: string
  submitLabel: string
  cancelLabel: string
  /** Saves the review. Rejects with a problem. */
  onSubmit: (values: ReviewValues) => Promise<void>
  onCancel: () => void
}

const NOTHING_SAID = {
  title: 'Post 0 stars with no comment?',
  text: 'A rating or a few words would tell others more.',
  confirmLabel: 'Post review',
  cancelLabel: 'Keep editing',
  tone: 'primary' as const,
}

export function ReviewForm({
  carName,
  initial,
  draft,
  submitLabel,
  cancelLabel,
  onSubmit,
  onCancel,
}: ReviewFormProps) {
  const form = useSchemaForm(reviewInput, { ...initial, ...readDraft<ReviewValues>(draft) })
  const { errors, isSubmitting } = form.formState
  const [message, setMessage] = useState<string | null>(null)
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])

  const handleSubmit = form.handleSubmit(async (values) => {
    if (saysNothing(values) && !(await confirm(NOTHING_SAID))) return
    setMessage(null)
    try {
      await onSubmit(values)
      clearDraft(draft)
    } catch (error) {
      setMessage(showFieldErrors(form, toProblem(error), ['rating', 'reviewText']))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-5">
      <Controller
        control={form.control}
        name="rating"
        render={({ field }) => (
          <RatingInput
            label={carName ? `How was buying the ${carName}?` : strings.reviews.addQuestion}
            error={errors.rating?.message}
            {...field}
          />
        )}
      />
      <TextArea
        label="Message"
        optional
        error={errors.reviewText?.message}
        maxLength={2000}
        {...form.register('reviewText')}
      />
      {message && (
        <Notice tone="danger" isAlert>
          {message}
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function saysNothing({ rating, reviewText }: ReviewValues): boolean {
  return rating === 0 && reviewText === ''
}
