import { useState } from 'react'
import { judgeVin } from '../../../contract/vin.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { allMakes, useListAllCategoriesQuery } from '../categories/categories.api.ts'
import { fieldLabels, type CarFormControls } from './car-form.ts'
import { carsApi } from './cars.api.ts'
import { compareWithVin, readVin, type VinField, type VinSays } from './vin-says.ts'

export interface VinLookUp {
  says: VinSays
  /** What the form says otherwise, and nobody has decided on yet. */
  differing: readonly VinField[]
  /** What came of the last time. */
  news: string
  isBusy: boolean
  lookUp: () => void
  take: (field: VinField) => void
  keep: (field: VinField) => void
}

/** Fills what a VIN says into the fields that are empty, and asks about the others. */
export function useVin(form: CarFormControls): VinLookUp {
  const [decode, { isFetching }] = carsApi.useLazyDecodeVinQuery()
  const makes = useListAllCategoriesQuery(allMakes).data?.map(({ category_name: name }) => name) ?? []
  const [says, setSays] = useState<VinSays>({})
  const [differing, setDiffering] = useState<readonly VinField[]>([])
  const [news, setNews] = useState('')

  async function lookUp() {
    const { vin, fault } = judgeVin(form.getValues('vin') ?? '')
    setNews('')
    if (fault !== null || vin === '') {
      form.setError('vin', { message: fault ?? 'Enter the VIN first.' })
      form.setFocus('vin')
      return
    }
    form.setValue('vin', vin, { shouldDirty: true, shouldValidate: true })
    const { data, error } = await decode({ params: { vin } }, true)
    // Somebody is typing another one.
    if (form.getValues('vin') !== vin) return
    if (!data) return setNews(`The VIN is fine, but nothing was filled in. ${explain(toProblem(error))}`)
    const said = readVin(data, makes)
    const { empty, other } = compareWithVin(said, form.getValues())
    for (const field of empty) fill(field, said)
    setSays(said)
    setDiffering(other)
    setNews([describe(empty, said), unknownMake(data.make, said), data.note].filter(Boolean).join(' '))
  }

  function fill(field: VinField, said: VinSays) {
    form.setValue(field, said[field], { shouldDirty: true, shouldValidate: true })
  }

  function decide(field: VinField) {
    setDiffering((fields) => fields.filter((other) => other !== field))
  }

  return {
    says,
    differing,
    news,
    isBusy: isFetching,
    lookUp: () => void lookUp(),
    take: (field) => {
      fill(field, says)
      decide(field)
    },
    keep: decide,
  }
}

function describe(filled: readonly VinField[], said: VinSays): string {
  if (Object.keys(said).length === 0)
    return 'Nothing is known about this VIN’s car. Fill in the details yourself.'
  if (filled.length === 0) return 'The VIN says nothing that isn’t filled in already.'
  const labels = filled.map((field) => fieldLabels[field].toLowerCase())
  return `Filled in from the VIN: ${new Intl.ListFormat('en-US').format(labels)}.`
}

function unknownMake(make: string | null, { category_name: known }: VinSays): string {
  return make !== null && known === undefined ? `The VIN says ${make}, which isn’t one of our makes yet.` : ''
}
