import { useId, useState, type FormEvent } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import {
  encodingNames,
  type EncodingOption,
  type Encoding,
  type ImportAnswers,
} from '../../../contract/import-questions.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioGroup, type RadioOption } from '../../ui/RadioGroup.tsx'
import { useSetImportAnswersMutation } from './imports.api.ts'

/** Questions that the file raises. The file is read again with each answer. */
export function ImportQuestions({ job: { _id: id, questions } }: { job: CarImport }) {
  const { encoding, sold, mileageUnit } = questions
  return (
    <>
      {encoding && (
        <Question
          id={id}
          name="encoding"
          label="Which of these reads right?"
          options={encoding.options.map(toEncodingOption)}
          answer={encoding.answer}
          preset={encoding.options[0]!.encoding}
        />
      )}
      {mileageUnit && (
        <Question
          id={id}
          name="mileageUnit"
          label={`${countOf(mileageUnit.rows, 'row')} ${mileageUnit.rows === 1 ? 'has a mileage' : 'have a mileage'} without a unit`}
          hint={
            mileageUnit.answer
              ? undefined
              : 'Without an answer, new cars get the number without a unit. Filters by mileage don’t find them, and the Google and Meta feeds leave them out.'
          }
          options={unitOptions}
          answer={mileageUnit.answer}
          preset={mileageUnit.last}
        />
      )}
      {sold && (
        <Question
          id={id}
          name="sold"
          label={`The file marks ${countOf(sold.rows, 'car')} as sold`}
          hint="Sold elsewhere applies to cars you have here. Others are skipped."
          options={[
            { value: 'skip', label: sold.rows === 1 ? 'Skip it' : 'Skip them' },
            { value: 'sold-elsewhere', label: 'Mark as sold elsewhere' },
          ]}
          answer={sold.answer}
          preset="skip"
        />
      )}
    </>
  )
}

const unitOptions: readonly Choice<'mi' | 'km'>[] = [
  { value: 'mi', label: 'Miles' },
  { value: 'km', label: 'Kilometers' },
]

function toEncodingOption({ encoding, samples }: EncodingOption): Choice<Encoding> {
  const details = samples.map((sample, at) => (
    <span key={at} className="wrap-anywhere text-muted">
      {sample}
    </span>
  ))
  return { value: encoding, label: encodingNames[encoding], details }
}

type Choice<Answer> = RadioOption & { value: Answer }

interface QuestionProps<Name extends keyof ImportAnswers> {
  id: string
  name: Name
  label: string
  hint?: string | undefined
  options: readonly Choice<NonNullable<ImportAnswers[Name]>>[]
  answer: ImportAnswers[Name]
  /** The option that is chosen until there is an answer; null for none. */
  preset: NonNullable<ImportAnswers[Name]> | null
}

function Question<Name extends keyof ImportAnswers>({
  id,
  name,
  label,
  hint,
  options,
  answer,
  preset,
}: QuestionProps<Name>) {
  const [chosen, setChosen] = useState<string | null>(answer ?? preset)
  const [save, { isLoading, error }] = useSetImportAnswersMutation()
  const group = useId()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const option = options.find(({ value }) => value === chosen)
    if (isLoading || !option) return
    await save({ params: { id }, body: { [name]: option.value } })
  }

  return (
    <Notice className="import-question" tone={answer === undefined ? 'warning' : 'info'}>
      <form className="flex flex-col items-start gap-3" onSubmit={(event) => void handleSubmit(event)}>
        <RadioGroup
          label={label}
          hint={hint}
          name={group}
          className={name === 'encoding' ? 'w-full' : 'w-full max-w-120'}
          options={options}
          defaultValue={chosen ?? undefined}
          onChange={({ target }) => setChosen(target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          aria-label={`Save answer: ${label}`}
          loading={isLoading}
          disabled={chosen === null || chosen === answer}
        >
          Save answer
        </Button>
        {error !== undefined && <p role="alert">{explain(toProblem(error))}</p>}
      </form>
    </Notice>
  )
}
