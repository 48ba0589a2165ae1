import { useId, useState } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import {
  encodingNames,
  type Encoding,
  type EncodingQuestion,
  type SoldChoice,
  type SoldQuestion,
} from '../../../contract/import-questions.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { NativeInput } from '../../ui/native-controls.ts'
import { useSetImportAnswersMutation } from './imports.api.ts'

interface AskProps<Answer> {
  isSaving: boolean
  onAnswer: (answer: Answer) => void
}

/** Questions that the file raises. The file is read again with each answer. */
export function ImportQuestions({ job }: { job: CarImport }) {
  const [save, { isLoading }] = useSetImportAnswersMutation()
  const [fault, setFault] = useState<string>()
  const { encoding, sold } = job.questions

  async function answer(body: { encoding?: Encoding; sold?: SoldChoice }) {
    const { error } = await save({ params: { id: job._id }, body })
    setFault(error && explain(toProblem(error)))
  }

  return (
    <>
      {encoding && (
        <AskEncoding
          question={encoding}
          isSaving={isLoading}
          onAnswer={(encoding) => void answer({ encoding })}
        />
      )}
      {sold && <AskSold question={sold} isSaving={isLoading} onAnswer={(sold) => void answer({ sold })} />}
      {fault !== undefined && (
        <Notice tone="danger" isAlert>
          <p>{fault}</p>
        </Notice>
      )}
    </>
  )
}

function AskEncoding({
  question: { options, answer },
  isSaving,
  onAnswer,
}: AskProps<Encoding> & { question: EncodingQuestion }) {
  const used = answer ?? options[0]!.encoding
  const [chosen, setChosen] = useState(used)
  const name = useId()
  return (
    <Notice tone={answer ? 'info' : 'warning'}>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 font-semibold">Which of these reads right?</legend>
        {options.map(({ encoding, samples }) => (
          <label key={encoding} className="choice import-encoding" data-card="">
            <NativeInput
              type="radio"
              className="radio"
              name={name}
              value={encoding}
              defaultChecked={encoding === used}
              onChange={() => setChosen(encoding)}
            />
            <span className="flex min-w-0 flex-col gap-1">
              <span className="font-semibold">{encodingNames[encoding]}</span>
              {samples.map((sample, at) => (
                <span key={at} className="wrap-anywhere text-muted">
                  {sample}
                </span>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <Button
          variant="secondary"
          size="small"
          loading={isSaving}
          disabled={answer !== undefined && chosen === answer}
          onClick={() => onAnswer(chosen)}
        >
          Use this encoding
        </Button>
      </div>
    </Notice>
  )
}

function AskSold({
  question: { rows, answer },
  isSaving,
  onAnswer,
}: AskProps<SoldChoice> & { question: SoldQuestion }) {
  return (
    <RadioGroup
      label={`The file marks ${countOf(rows, 'car')} as sold`}
      hint="Sold elsewhere applies to cars you have here. Others are skipped."
      name={useId()}
      className="max-w-120"
      options={[
        { value: 'skip', label: rows === 1 ? 'Skip it' : 'Skip them' },
        { value: 'sold-elsewhere', label: 'Mark as sold elsewhere' },
      ]}
      defaultValue={answer ?? 'skip'}
      disabled={isSaving}
      onChange={({ target }) => onAnswer(target.value as SoldChoice)}
    />
  )
}
