import { useId, useState, type FormEvent } from 'react'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import { formatCount } from '../../../contract/number-format.ts'
import {
  encodingNames,
  type Encoding,
  type EncodingOption,
  type ImportAnswers,
  type ImportQuestions as Questions,
  type SoldChoice,
} from '../../../contract/import-questions.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { RadioGroup, type RadioOption } from '../../ui/form/RadioGroup.tsx'
import { useSetImportAnswersMutation } from './imports.api.ts'

/** Asks all of the file's questions in one form. The server then reads the file again with the answers. */
export function ImportQuestions({ job: { _id: id, questions } }: { job: CarImport }) {
  const { encoding, sold, mileageUnit } = questions
  const [chosen, setChosen] = useState(() => presetsOf(questions))
  const [save, { isLoading, error }] = useSetImportAnswersMutation()
  const name = useId()
  const questionNames = (['encoding', 'mileageUnit', 'sold'] as const).filter((each) => questions[each])
  if (questionNames.length === 0) return null
  const isAnswered = questionNames.every((each) => questions[each]?.answer !== undefined)
  const isChanged = questionNames.some((each) => chosen[each] !== questions[each]?.answer)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isLoading) await save({ params: { id }, body: chosen })
  }

  return (
    <Notice className="import-question" tone={isAnswered ? 'info' : 'warning'}>
      <form className="flex flex-col items-start gap-5" onSubmit={(event) => void handleSubmit(event)}>
        {encoding && (
          <RadioGroup
            label="Which of these reads right?"
            name={`${name}-encoding`}
            className="w-full"
            options={encoding.options.map(toEncodingChoice)}
            defaultValue={chosen.encoding}
            onChange={({ target }) => setChosen({ ...chosen, encoding: target.value as Encoding })}
          />
        )}
        {mileageUnit && (
          <RadioGroup
            label={`${formatCount(mileageUnit.rows, 'row')} ${mileageUnit.rows === 1 ? 'has a mileage' : 'have a mileage'} without a unit`}
            hint={
              mileageUnit.answer
                ? undefined
                : 'Without an answer, new cars get the number without a unit. Filters by mileage don’t find them, and the Google and Meta feeds leave them out.'
            }
            name={`${name}-unit`}
            className="w-full max-w-120"
            options={[
              { value: 'mi', label: 'Miles' },
              { value: 'km', label: 'Kilometers' },
            ]}
            defaultValue={chosen.mileageUnit}
            onChange={({ target }) => setChosen({ ...chosen, mileageUnit: target.value as MileageUnit })}
          />
        )}
        {sold && (
          <RadioGroup
            label={`The file marks ${formatCount(sold.rows, 'car')} as sold`}
            hint="Sold elsewhere applies to cars you have here. Others are skipped."
            name={`${name}-sold`}
            className="w-full max-w-120"
            options={[
              { value: 'skip', label: sold.rows === 1 ? 'Skip it' : 'Skip them' },
              { value: 'sold-elsewhere', label: 'Mark as sold elsewhere' },
            ]}
            defaultValue={chosen.sold}
            onChange={({ target }) => setChosen({ ...chosen, sold: target.value as SoldChoice })}
          />
        )}
        <Button type="submit" variant="secondary" size="small" loading={isLoading} disabled={!isChanged}>
          {questionNames.length === 1 ? 'Save answer' : 'Save answers'}
        </Button>
        {error !== undefined && <p role="alert">{formatProblem(toProblem(error))}</p>}
      </form>
    </Notice>
  )
}

/**
 * Returns the form's initial answers. Unanswered questions get their default or, for the mileage unit, the
 * user's last answer.
 */
function presetsOf({ encoding, sold, mileageUnit }: Questions): ImportAnswers {
  return {
    encoding: encoding && (encoding.answer ?? encoding.options[0]!.encoding),
    sold: sold && (sold.answer ?? 'skip'),
    mileageUnit: mileageUnit && (mileageUnit.answer ?? mileageUnit.last ?? undefined),
  }
}

function toEncodingChoice({ encoding, samples }: EncodingOption): RadioOption {
  const details = samples.map((sample, at) => (
    <span key={at} className="wrap-anywhere font-normal text-muted">
      {sample}
    </span>
  ))
  return { value: encoding, label: encodingNames[encoding], details }
}
