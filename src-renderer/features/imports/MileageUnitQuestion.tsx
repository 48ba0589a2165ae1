import { useId, useState, type FormEvent } from 'react'
import type { MileageUnit } from '../../../contract/car-numbers.ts'
import { countOf } from '../../../contract/count-of.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { useSetImportColumnsMutation } from './imports.api.ts'

interface MileageUnitQuestionProps {
  id: string
  question: NonNullable<CarImport['mileageUnit']>
}

/** Asks once per file for the unit of mileages that name none. The file is read again with the answer. */
export function MileageUnitQuestion({ id, question: { rows, chosen, last } }: MileageUnitQuestionProps) {
  const [unit, setUnit] = useState<MileageUnit | null>(chosen ?? last)
  const [save, { isLoading, error }] = useSetImportColumnsMutation()
  const name = useId()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLoading || unit === null) return
    await save({ params: { id }, body: { columns: [], mileageUnit: unit } })
  }

  return (
    <Notice tone={chosen === null ? 'warning' : 'info'} title={titleOf(rows)}>
      <form className="flex flex-col items-start gap-3" onSubmit={(event) => void handleSubmit(event)}>
        <p>
          {chosen === null
            ? 'Without an answer, new cars get the number without a unit. Filters by mileage don’t find them, and the Google and Meta feeds leave them out.'
            : `You chose ${unitNames[chosen]}.`}
        </p>
        <RadioGroup
          label="Unit of these mileages"
          name={name}
          className="w-full max-w-120"
          options={[
            { value: 'mi', label: 'Miles' },
            { value: 'km', label: 'Kilometers' },
          ]}
          defaultValue={unit ?? undefined}
          onChange={({ target }) => setUnit(target.value as MileageUnit)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          loading={isLoading}
          disabled={unit === null || unit === chosen}
        >
          {chosen === null ? 'Use this unit' : 'Change the unit'}
        </Button>
        {error !== undefined && <p role="alert">{explain(toProblem(error))}</p>}
      </form>
    </Notice>
  )
}

const unitNames = { mi: 'miles', km: 'kilometers' } as const

function titleOf(rows: number): string {
  return `${countOf(rows, 'row')} ${rows === 1 ? 'has a mileage' : 'have a mileage'} without a unit`
}
